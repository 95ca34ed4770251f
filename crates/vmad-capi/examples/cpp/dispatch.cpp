// A dispatch loop in C++17 that decodes each instruction once and runs it for a whole warp.
//
//   c++ -std=c++17 dispatch.cpp $(pkg-config --cflags --libs vmadlib) -o dispatch && ./dispatch
#include <array>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include <vmadlib.h>

namespace {

void check(vmadlib_status status, const vmadlib_error &error) {
  if (status != VMADLIB_OK) throw std::runtime_error(error.message);
}

std::uint64_t assemble(std::string_view text) {
  vmadlib_error error;
  std::uint64_t word = 0;
  check(vmadlib_assemble(text.data(), text.size(), &word, nullptr, &error), error);
  return word;
}

using Lanes = std::array<std::uint32_t, 32>;

struct Warp {
  std::array<Lanes, 256> registers{};
};

struct Decoded {
  vmadlib_instruction fields{};

  explicit Decoded(std::uint64_t word) {
    vmadlib_error error;
    check(vmadlib_decode(word, 50, &fields, &error), error);
  }

  void run(Warp &warp) const {
    // Ports that the instruction does not read are ignored: any value serves.
    const auto port = [&](std::int32_t number) {
      return vmadlib_port{number == VMADLIB_NONE ? nullptr : warp.registers[std::size_t(number)].data(), 0};
    };
    vmadlib_error error;
    auto &to = warp.registers[std::size_t(fields.rd)];
    check(vmadlib_execute_batch(fields.word, port(fields.ra), port(fields.rb), port(fields.rc), to.size(), to.data(),
                                &error),
          error);
  }
};

}  // namespace

int main() try {
  const std::array program{assemble("VMAD.U8.U8 R0, R2, R3, RZ"), assemble("VMAD.U8.U8 R0, R2.B1, R3.B1, R0"),
                           assemble("VABSDIFF.U32.S16.ACC R0, R0, 100, R0")};
  std::unordered_map<std::uint64_t, Decoded> cache;
  Warp warp;
  for (std::uint32_t lane = 0; lane < 32; lane++) {
    warp.registers[2][lane] = lane * 0x0302;
    warp.registers[3][lane] = 0x0504;
  }
  for (const auto word : program) cache.try_emplace(word, word).first->second.run(warp);
  for (std::uint32_t lane = 0; lane < 32; lane++) {
    const std::uint32_t sum = (lane * 2 & 0xff) * 4 + (lane * 3 & 0xff) * 5;
    const std::uint32_t expected = (sum > 100 ? sum - 100 : 100 - sum) + sum;
    if (warp.registers[0][lane] != expected) {
      std::printf("lane %u: %u, expected %u\n", lane, warp.registers[0][lane], expected);
      return 1;
    }
  }
  std::printf("lane 31: R0 = %u\n", warp.registers[0][31]);
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
