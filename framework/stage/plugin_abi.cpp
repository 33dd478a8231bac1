// SPDX-License-Identifier: Apache-2.0
#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <span>

#include "framework/stage/plugin.h"

namespace sinew {
namespace {

constexpr std::string_view kSymbol = "sinew_plugin_abi";
#if defined(__x86_64__)
constexpr std::uint16_t kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t kMachine = EM_AARCH64;
#endif

/// A file in memory; what lies outside of it reads as nothing.
struct File {
  std::string bytes;

  template <class T>
  std::optional<T> read(std::uint64_t offset) const {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return {};
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
  }
  bool has_name(std::uint64_t offset, std::string_view name) const {
    return offset < bytes.size() && bytes.size() - offset > name.size() &&
           bytes.compare(offset, name.size(), name) == 0 && bytes[offset + name.size()] == '\0';
  }
};

/// Where in the file the byte lies that will be loaded at `address`.
std::optional<std::uint64_t> file_offset(const File& file, const Elf64_Ehdr& header,
                                         std::uint64_t address) {
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    const auto segment = file.read<Elf64_Phdr>(header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment && segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
        address - segment->p_vaddr < segment->p_filesz)
      return segment->p_offset + (address - segment->p_vaddr);
  }
  return {};
}

std::optional<std::uint32_t> find_in_symbols(const File& file, const Elf64_Ehdr& header,
                                             const Elf64_Shdr& symbols) {
  const auto names =
      file.read<Elf64_Shdr>(header.e_shoff + std::uint64_t{symbols.sh_link} * sizeof(Elf64_Shdr));
  if (!names) return {};
  for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= symbols.sh_size; at += sizeof(Elf64_Sym)) {
    const auto symbol = file.read<Elf64_Sym>(symbols.sh_offset + at);
    if (!symbol) return {};
    if (symbol->st_shndx == SHN_UNDEF ||
        !file.has_name(names->sh_offset + symbol->st_name, kSymbol))
      continue;
    const auto offset = file_offset(file, header, symbol->st_value);
    return offset ? file.read<std::uint32_t>(*offset) : std::nullopt;
  }
  return {};
}

}  // namespace

std::optional<std::uint32_t> read_plugin_abi(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const File file{{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()}};
  const auto header = file.read<Elf64_Ehdr>(0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != kMachine)
    return {};
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto section = file.read<Elf64_Shdr>(header->e_shoff + i * sizeof(Elf64_Shdr));
    if (section && section->sh_type == SHT_DYNSYM) return find_in_symbols(file, *header, *section);
  }
  return {};
}

}  // namespace sinew
