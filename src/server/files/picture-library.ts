import type sharp from 'sharp'

/** The library that decodes and writes pictures, loaded when the first one is needed: until then it takes no memory, and afterwards little. */
export async function pictureLibrary(): Promise<typeof sharp> {
  const { default: library } = await import('sharp')
  library.cache(false)
  library.concurrency(1)
  return library
}
