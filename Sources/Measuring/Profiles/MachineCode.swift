import Foundation

/// The machine code of a program or a library. It tells whether the instruction at an address is atomic: other processors
/// see all of its effect or none. An atomic instruction counts as one instruction, and takes about twenty cycles.
///
/// Supports 64-bit ELF files of x86-64 and arm64; any other file has no known instructions.
struct MachineCode {
  private enum Machine: UInt64 {
    case x86 = 62
    case arm = 183
  }

  private let machine: Machine
  /// The parts of the file that are loaded as code.
  private let segments: [ProgramImage.Segment]
  private let bytes: Data

  /// Reads a file's headers; nil if it is no such file.
  init?(path: String) {
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else {
      return nil
    }
    self.init(bytes)
  }

  init?(_ bytes: Data) {
    guard let image = ProgramImage(bytes), let machine = Machine(rawValue: image.machine) else { return nil }
    (self.machine, self.bytes) = (machine, bytes)
    segments = image.segments.filter(\.isCode)
  }

  /// True if the instruction that begins there is atomic; false where the file has no code. O(1).
  func isAtomic(at address: UInt64) -> Bool {
    guard let segment = segments.first(where: { address >= $0.address && address - $0.address < $0.size })
    else { return false }
    let distance = address - segment.address
    switch machine {
    case .x86:
      // The longest instruction.
      return Self.isAtomicX86 { ProgramImage.number(bytes, segment.offset, distance + $0, size: 1) }
    case .arm:
      return ProgramImage.number(bytes, segment.offset, distance, size: 4).map(Self.isAtomicARM) ?? false
    }
  }

  /// A lock prefix, or an exchange with memory, which has one by itself.
  ///
  /// Source: "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2, LOCK and XCHG.
  private static func isAtomicX86(_ byte: (UInt64) -> UInt64?) -> Bool {
    for place in 0..<UInt64(14) {
      guard let first = byte(place) else { return false }
      switch first {
      case 0xF0: return true
      case 0x26, 0x2E, 0x36, 0x3E, 0x40...0x4F, 0x64...0x67, 0xF2, 0xF3: continue
      case 0x86, 0x87: return byte(place + 1).map { $0 < 0xC0 } ?? false
      default: return false
      }
    }
    return false
  }

  /// An atomic operation on memory, a comparison with exchange, or the store of an exclusive pair.
  ///
  /// Source: "Arm Architecture Reference Manual for A-profile architecture", C4.1, loads and stores.
  private static func isAtomicARM(_ word: UInt64) -> Bool {
    let isOperation = word & 0x3B20_0C00 == 0x3820_0000 && word & 0x3FFF_FC00 != 0x38BF_C000
    let isExchange = word & 0x3FA0_7C00 == 0x08A0_7C00 || word & 0xBFA0_7C00 == 0x0820_7C00
    let isExclusiveStore = word & 0x3FE0_0000 == 0x0800_0000 || word & 0xBFE0_0000 == 0x8820_0000
    return isOperation || isExchange || isExclusiveStore
  }
}
