import type { Explained, ExplainedChange } from '../src/core/index.ts'

const MAX_VALUE_LENGTH = 160

/** The origin of values, for a terminal: each property with its value, then what each layer specified for it. */
export function explainedText(found: Explained[]): string {
  return found.map(({ path, value, layer, author, history }) => {
    const from = author === undefined ? layer : `${layer}, ${author}`
    return [`${path} = ${shown(value)}  (${from})`, ...history.map(line)].join('\n')
  }).join('\n')
}

function line({ layer, name, source, do: does, value, reason, applied }: ExplainedChange): string {
  const said = does === undefined ? '' : ` ${does}`
  const why = reason === undefined ? '' : ` (reason: ${reason})`
  return `  ${applied ? '·' : '× not applied:'} ${layer}${name === undefined ? '' : ` ${name}`}${said} ${shown(value)}${why}  ${source}`
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH - 1)}…`
}
