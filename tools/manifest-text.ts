import { format } from 'prettier'

/** As wide as the longest expression. */
const WIDTH = 160

/** A file of the manifest language as it is kept: what fits into a line stands in one, and names that are listed fill their lines. */
export async function manifestText(value: unknown): Promise<string> {
  const text = await format(JSON.stringify(value), { parser: 'json', printWidth: WIDTH, objectWrap: 'collapse' })
  return text.replace(/(?<=\[\n)(?:( *)"(?:[^"\\]|\\.)*",?\n)+(?= *\])/g, filled)
}

/** Texts of a list, one a line, as many to a line as fit. */
function filled(texts: string, indent: string): string {
  const lines: string[] = []
  for (const text of texts.trimEnd().split('\n').map((one) => one.trim())) {
    const last = lines.at(-1)
    if (last !== undefined && indent.length + last.length + 1 + text.length <= WIDTH) lines[lines.length - 1] = `${last} ${text}`
    else lines.push(text)
  }
  return lines.map((line) => `${indent}${line}\n`).join('')
}
