internal import CDyadMessages
package import HealthModel

extension ChangeBatch: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("ChangeBatch") { () throws(CodecError) in
      let rows = runs.reduce(0) { $0 + $1.count } + deletions.reduce(0) { $0 + $1.count }
      let packing = Packing(expecting: 4096 + 16 * rows)
      let message = unsafe packing.make(dyad__v1__change_batch__init)
      unsafe message.pointee.view = view
      unsafe message.pointee.covers = try at("covers") { () throws(CodecError) in
        try unsafe packing.vector(covers)
      }
      unsafe message.pointee.runs = try at("runs") { () throws(CodecError) in
        _ = try packing.count(runs.reduce(0) { $0 + $1.count }, atMost: CodecBound.rows)
        return try unsafe packing.array(runs) { run throws(CodecError) in
          try unsafe packing.run(run)
        }
      }
      unsafe message.pointee.n_runs = runs.count
      unsafe message.pointee.deletions = try at("deletions") { () throws(CodecError) in
        _ = try packing.count(deletions.reduce(0) { $0 + $1.count }, atMost: CodecBound.rows)
        return try unsafe packing.array(deletions) { run throws(CodecError) in
          try unsafe packing.deletions(run)
        }
      }
      unsafe message.pointee.n_deletions = deletions.count
      return unsafe packing.bytes(of: message)
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("ChangeBatch") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        let message = try unsafe unpacking.message(bytes, dyad__v1__change_batch__unpack)
        return ChangeBatch(
          view: unsafe message.pointee.view,
          covers: try at("covers") { () throws(CodecError) in
            guard let covers = unsafe message.pointee.covers else { return VersionVector() }
            return try unsafe unpacking.vector(covers)
          },
          runs: try at("runs") { () throws(CodecError) in
            try unsafe unpacking.values(message.pointee.n_runs, message.pointee.runs) {
              run throws(CodecError) in
              try unsafe unpacking.run(run)
            }
          },
          deletions: try at("deletions") { () throws(CodecError) in
            try unsafe unpacking.values(message.pointee.n_deletions, message.pointee.deletions) {
              run throws(CodecError) in
              try unsafe unpacking.deletions(run)
            }
          })
      }
    }
  }
}
