import type sharp from 'sharp'

/** Loads the image library (sharp) on first use. Until then it takes no memory, and afterwards little. */
export async function pictureLibrary(): Promise<typeof sharp> {
  const { default: library } = await import('sharp')
  library.cache(false)
  library.concurrency(1)
  return library
}
