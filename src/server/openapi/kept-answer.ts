/** A large answer that is the same for everybody: made, encoded and compressed once, whoever asks and however often. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export interface KeptAnswer {
  etag: string
  plain: Buffer
  gzip: Buffer
  br: Buffer
}

/** The text as it is sent in each encoding; compressed in other threads. */
export async function keptAnswer(text: string): Promise<KeptAnswer> {
  const plain = Buffer.from(text)
  const [zipped, br] = await Promise.all([
    promisify(gzip)(plain),
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  ])
  return { etag: `"${createHash('sha256').update(plain).digest('base64url')}"`, plain, gzip: zipped, br }
}

/** The smallest encoding that the header Accept-Encoding names without forbidding it by `q=0` (RFC 9110, section 12.5.3). */
export function encodingFor(accepted: string | undefined): 'br' | 'gzip' | 'plain' {
  const named = new Map((accepted ?? '').toLowerCase().split(',').map((one): [string, boolean] => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim())
    return [name, !parameters.some((part) => /^q=0(\.0*)?$/.test(part))]
  }))
  return (['br', 'gzip'] as const).find((encoding) => named.get(encoding) ?? named.get('*') ?? false) ?? 'plain'
}
