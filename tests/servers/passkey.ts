/**
 * A device with a passkey, as a browser uses it (WebAuthn level 2): creates a P-256 key without attestation, and signs challenges for the
 * site. Does by hand what a phone or a security key does.
 */
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

const PRESENT_AND_VERIFIED = 0x05
const WITH_CREDENTIAL = 0x40

interface Asked { challenge: string }
export interface Passkey { id: string; counter: number; key: KeyObject }

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Buffer): string => data.toString('base64url')

/** The client data that the browser adds: the challenge and the site. */
function clientData(type: 'webauthn.create' | 'webauthn.get', { challenge }: Asked, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(site: string, flags: number, counter: number): Buffer {
  const head = Buffer.alloc(5)
  head[0] = flags
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(site), head])
}

/** A byte string of CBOR, up to 65,535 bytes (RFC 8949). */
function bytes(data: Buffer): Buffer {
  if (data.length < 24) return Buffer.concat([Buffer.from([0x40 + data.length]), data])
  return Buffer.concat([Buffer.from(data.length < 256 ? [0x58, data.length] : [0x59, data.length >> 8, data.length & 0xff]), data])
}

/** Creates a passkey for a site, in the form of the browser's response. */
export function makePasskey(asked: Asked, { site, origin }: { site: string; origin: string }, idLength = 32): { passkey: Passkey; response: object } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(idLength)
  // COSE key: kty EC2, alg ES256, crv P-256, x, y (RFC 9053).
  const cose = Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]), bytes(Buffer.from(x, 'base64url')), Buffer.from([0x22]), bytes(Buffer.from(y, 'base64url'))])
  const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 0xff]), id, cose])
  const data = Buffer.concat([authenticatorData(site, PRESENT_AND_VERIFIED | WITH_CREDENTIAL, 0), credential])
  const attestation = Buffer.concat([Buffer.from([0xa3, 0x63]), Buffer.from('fmt'), Buffer.from([0x64]), Buffer.from('none'), Buffer.from([0x67]), Buffer.from('attStmt'), Buffer.from([0xa0, 0x68]), Buffer.from('authData'), bytes(data)])
  const response = { clientDataJSON: base64url(clientData('webauthn.create', asked, origin)), attestationObject: base64url(attestation), transports: ['internal'] }
  return { passkey: { id: base64url(id), counter: 0, key: privateKey }, response: { id: base64url(id), rawId: base64url(id), type: 'public-key', response } }
}

/** Signs a challenge with the passkey, whose counter increases. */
export function sign(asked: Asked, passkey: Passkey, { site, origin }: { site: string; origin: string }): object {
  passkey.counter += 1
  const data = authenticatorData(site, PRESENT_AND_VERIFIED, passkey.counter)
  const client = clientData('webauthn.get', asked, origin)
  const signature = createSign('sha256').update(Buffer.concat([data, sha256(client)])).sign(passkey.key)
  return { id: passkey.id, rawId: passkey.id, type: 'public-key', response: { clientDataJSON: base64url(client), authenticatorData: base64url(data), signature: base64url(signature) } }
}
