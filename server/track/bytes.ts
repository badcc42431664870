/** Writes whole numbers in as few bytes as each needs. */
export type ByteWriter = {
  /** A whole number from 0 to 2^53 - 1. */
  unsigned(value: number): void
  /** A whole number of either sign, in few bytes where it is near 0. */
  signed(value: number): void
  bytes(value: Uint8Array): void
  finish(): Buffer
}

/** Reads what a `ByteWriter` wrote; throws a RangeError where the bytes end too early. */
export type ByteReader = {
  unsigned(): number
  signed(): number
  bytes(length: number): Uint8Array
  /** Whether everything was read. */
  done(): boolean
}

export const createByteWriter = (capacity: number): ByteWriter => {
  let buffer = Buffer.allocUnsafe(Math.max(64, capacity))
  let at = 0
  const reserve = (wanted: number) => {
    if (at + wanted <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + wanted))
    buffer.copy(larger, 0, 0, at)
    buffer = larger
  }
  const unsigned = (value: number) => {
    reserve(8)
    let rest = value
    while (rest >= 0x80) {
      buffer[at] = (rest % 0x80) | 0x80
      at += 1
      rest = rest < 0x80000000 ? rest >>> 7 : Math.floor(rest / 0x80)
    }
    buffer[at] = rest
    at += 1
  }
  return {
    unsigned,
    signed: (value) => unsigned(value < 0 ? -2 * value - 1 : 2 * value),
    bytes: (value) => {
      reserve(value.length)
      buffer.set(value, at)
      at += value.length
    },
    finish: () => buffer.subarray(0, at),
  }
}

export const createByteReader = (buffer: Uint8Array): ByteReader => {
  let at = 0
  const next = (): number => {
    const byte = buffer[at]
    if (byte === undefined) throw new RangeError('The bytes end too early.')
    at += 1
    return byte
  }
  const unsigned = () => {
    let byte = next()
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    for (let scale = 0x80; ; scale *= 0x80) {
      byte = next()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      if (scale > 2 ** 49) throw new RangeError('A number is too long.')
    }
  }
  return {
    unsigned,
    signed: () => {
      const value = unsigned()
      return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    },
    bytes: (length) => {
      if (at + length > buffer.length) throw new RangeError('The bytes end too early.')
      at += length
      return buffer.subarray(at - length, at)
    },
    done: () => at === buffer.length,
  }
}
