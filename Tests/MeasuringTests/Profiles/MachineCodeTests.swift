import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

/// A file of machine code that is loaded at 0x1000, from byte 0x80 on.
private func file(_ code: [UInt8], machine: UInt8 = 62, flags: UInt8 = 5) -> Data {
  var bytes = Data(repeating: 0, count: 0x80)
  bytes.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
  for (place, value) in [(18, machine), (32, 64), (54, 56), (56, 1)] { bytes[place] = value }
  // The segment: loaded, its offset, address and length.
  for (place, value) in [(64, 1), (68, flags), (72, 0x80), (81, 0x10), (96, UInt8(code.count))]
    as [(Int, UInt8)]
  {
    bytes[place] = value
  }
  return bytes + code
}

@Suite("Machine code")
struct MachineCodeTests {
  @Test(
    "Instructions with a lock are atomic on x86-64, and exchanges with memory",
    arguments: [
      // lock inc, lock cmpxchg16b, lock xadd behind a prefix, xchg with memory, of 64 bits and of a byte.
      ([0xF0, 0xFF, 0x00], true), ([0xF0, 0x48, 0x0F, 0xC7, 0x0F], true),
      ([0x66, 0xF0, 0x0F, 0xC1, 0x07], true),
      ([0x48, 0x87, 0x07], true), ([0x86, 0x07], true),
      // xchg of registers, inc, mov, ret, and a prefix with nothing behind it.
      ([0x48, 0x87, 0xC7], false), ([0xFF, 0x00], false), ([0x48, 0x89, 0x07], false), ([0xC3], false),
      ([0x66], false),
    ] as [([UInt8], Bool)])
  func atomicsOfX86(code: [UInt8], isAtomic: Bool) throws {
    let code = try #require(MachineCode(file(code)))
    #expect(code.isAtomic(at: 0x1000) == isAtomic)
  }

  @Test(
    "Operations on memory, exchanges and exclusive stores are atomic on arm64",
    arguments: [
      // ldadd, ldaddal, swp, cas, casal, casp, stxr, stlxr, stxp
      (0xB820_0041, true), (0xF8E0_0041, true), (0xB820_8041, true), (0x88A0_7C41, true), (0xC8E0_FC41, true),
      (0x0820_7C82, true), (0x8800_7C41, true), (0xC800_FC41, true), (0x8820_0861, true),
      // ldr, str, ldar, stlr, ldxr, ldapr, add, and a load by a register
      (0xF940_0041, false), (0xF900_0041, false), (0x88DF_FC41, false), (0x889F_FC41, false),
      (0x885F_7C41, false),
      (0xB8BF_C041, false), (0x8B01_0000, false), (0xB860_6841, false),
    ] as [(UInt32, Bool)])
  func atomicsOfARM(word: UInt32, isAtomic: Bool) throws {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    let code = try #require(MachineCode(file(bytes, machine: 183)))
    #expect(code.isAtomic(at: 0x1000) == isAtomic)
  }

  @Test func `Nothing is atomic where there is no code, and other files have none`() throws {
    let code = try #require(MachineCode(file([0xF0, 0xFF, 0x00])))
    for address in [0, 0x80, 0xFFF, 0x1003, .max] as [UInt64] { #expect(!code.isAtomic(at: address)) }
    #expect(try !#require(MachineCode(file([0xF0], flags: 4))).isAtomic(at: 0x1000), "It is data.")
    // Empty, a script, another processor, and a file that was cut off.
    let whole = file([0xF0])
    for bytes in [
      Data(), Data("#!/bin/sh\n".utf8), file([0xF0], machine: 8), whole.prefix(70), whole.prefix(20),
    ] {
      #expect(MachineCode(bytes) == nil)
    }
    #expect(MachineCode(path: "/nowhere") == nil)
    // The headers promise more than there is.
    #expect(try !#require(MachineCode(whole.dropLast())).isAtomic(at: 0x1000))
  }

  @Test func `Callgrind's addresses tell the atomic instructions of each function`() throws {
    let folder = TemporaryFolder()
    let program = folder.url.appending(path: "program")
    try file([0x48, 0x89, 0x07, 0xF0, 0xFF, 0x00, 0xC3]).write(to: program)
    func graph(jobs: Int, atomic: Int) throws -> CallGraph {
      try CallgrindFile.parse(
        Array(
          """
          positions: instr line
          events: Ir
          ob=\(program.path)
          fl=a.swift
          fn=work
          0x1000 1 \(jobs)
          +3 +1 \(atomic * jobs)
          * * \(atomic * jobs)
          cfn=other
          calls=\(jobs) 0x1003 9
          +3 * \(5 * jobs)
          fn=other
          0x1003 9 \(5 * jobs)
          totals: \(6 * jobs + 2 * atomic * jobs)
          """.utf8))
    }
    let few = try graph(jobs: 10, atomic: 2)
    #expect(few.functions.map(\.name) == ["work", "other"] && few.atomics == [40, 50])
    let base = few.perJob(of: try graph(jobs: 30, atomic: 2), jobs: 20)
    #expect(base.atomics == [4, 5])
    let candidate = try graph(jobs: 10, atomic: 7).perJob(of: graph(jobs: 30, atomic: 7), jobs: 20)
    let difference = ProfileDifference(
      base: FunctionProfile(base, program: program), candidate: FunctionProfile(candidate, program: program))
    #expect(difference.atomicCauses == ["+10 atomic instructions a job in work"])
    let profile = FunctionProfile(candidate, program: program)
    #expect(profile.events.atomics == 19)
    #expect(profile.sentence().contains("It has 19 atomic instructions."))
  }
}
