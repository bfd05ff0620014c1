import { format } from 'prettier'

/** The line width, which fits the longest expression. */
const WIDTH = 160

/** Formats a file of the manifest language: what fits in a line is on one line, and lists of names fill their lines. */
export async function manifestText(value: unknown): Promise<string> {
  const text = await format(JSON.stringify(value), { parser: 'json', printWidth: WIDTH, objectWrap: 'collapse' })
  return text.replace(/(?<=\[\n)(?:( *)"(?:[^"\\]|\\.)*",?\n)+(?= *\])/g, filled)
}

/** Packs the texts of a list, given one per line, as many per line as fit. */
function filled(texts: string, indent: string): string {
  const lines: string[] = []
  for (const text of texts.trimEnd().split('\n').map((one) => one.trim())) {
    const last = lines.at(-1)
    if (last !== undefined && indent.length + last.length + 1 + text.length <= WIDTH) lines[lines.length - 1] = `${last} ${text}`
    else lines.push(text)
  }
  return lines.map((line) => `${indent}${line}\n`).join('')
}
