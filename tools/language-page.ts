/** The reference page, in Markdown, of the words that manifests use besides keywords, generated from the code that reads them. */
import { FORMATTER_NAMES, WIDGET_NAMES } from '../src/core/index.ts'
import type { Catalogue, FunctionRegistry, WidgetName, FormatterName } from '../src/core/index.ts'
import { DEFAULT_MESSAGES } from '../src/core/document/messages.ts'
import { createDialect, DIALECT_FUNCTIONS } from '../src/core/expressions/dialect.ts'
import { COMPANY_FIELDS, USER_FIELDS, type Language, type Place } from '../src/core/expressions/language.ts'
import { Languages } from '../src/core/expressions/languages.ts'
import { functionsOf } from '../src/core/expressions/unknown-call.ts'

/** The description of each name that is implemented in code. The compiler requires one for each. */
const WIDGETS: Record<WidgetName, string> = {
  text: 'One line of text; any text has it.', textarea: 'Several lines; a text of more than 120 characters has it. Option `rows`.', number: 'A number.', money: 'An amount with its currency (`x-money`).',
  date: 'A day (`format: date`).', 'date-time': 'A moment (`format: date-time`).', time: 'A time of day (`format: time`).', select: 'One of the values of `enum`.', segmented: 'One of two to five values of `enum`, all in sight.', choice: 'One of the texts of a setting (`x-choices`).',
  reference: 'A record of another type, searched for (`x-ref`).', references: 'Several records of another type (`x-ref` on a list).', checkbox: 'Yes or no.', switch: 'Yes or no, as a switch.', tags: 'Several texts.', colour: 'A colour, of a setting too.', file: 'A file (`x-file`).',
  position: 'Where the person is, given by their device when they press the button: an object with `latitude` and `longitude` (degrees) and, if declared, `accuracy` (metres) and `takenAt` (date-time).', readonly: 'The value as it is read, not to be changed.',
}
const FORMATTERS: Record<FormatterName, string> = {
  date: 'The day of a moment, on the company’s clock.', time: 'The time of day of a moment.', 'date-time': 'Both.', money: 'An amount with its currency.', number: 'A number with its thousands apart.', text: 'The value as it is.',
  label: 'Of a reference, in a list only: the label of the record instead of its code, as far as the user may see it. Order, search and filters follow the code.', caption: 'The same, as `code – label`.',
}

/** The places of expressions, by their keywords. */
const PLACES: [where: string, place: (array: string, of: string) => Place, without?: readonly string[]][] = [
  ['`rules` on a field of the header; `x-compute` and `x-tone` of it; `when` of sections, views, filters, figures, reminders, steps of an approval; `except`', () => ({ at: 'header' })],
  ['the same of a field of lines', (array) => ({ at: 'line', array })],
  ['`unavailable` of a rule on a field of the header', () => ({ at: 'header', day: true })],
  ['the same of a field of lines', (array) => ({ at: 'line', array, day: true })],
  ['`unavailable` of a check of an action', () => ({ at: 'action', day: true })],
  ['`x-default` and `x-stamp` of a field of the header: all but `lookups`, of which none is known yet', () => ({ at: 'header' }), ['lookups']],
  ['`x-default` of a field of lines: all but `lookups`', (array) => ({ at: 'line', array }), ['lookups']],
  ['`x-ref.options`, `selectable`', (_, of) => ({ at: 'option', to: of })],
  ['`when`, `checks`, `sets`, `posts` and `runs` of an action; `sets` and `posts` of an approval', () => ({ at: 'action' })],
  ['`posts` with `each`, `sets` of `lines.field`', (array) => ({ at: 'action', array })],
  ['`rows` of a permission', () => ({ at: 'rows' })],
  ['`where` of a list', (_, of) => ({ at: 'list', of })],
  ['`where` of a lookup, `reverses` of `posts`', (_, of) => ({ at: 'lookup', of })],
  ['`where` of a lookup with `each`', (array, of) => ({ at: 'lookup', of, array })],
  ['`values` of a source', () => ({ at: 'found' })],
  ['prints: `when`, and `{{…}}` in texts', () => ({ at: 'print' })],
  ['`when` and `topBar` of menu entries, landing and dashboards', () => ({ at: 'menu' })],
]

const VARIABLES: Record<string, string> = {
  doc: 'the document', line: 'the line', self: 'the line, or the document where there is none', prev: 'the document as it is stored; of a new one without a value', option: 'the candidate record', row: 'the record being tested',
  input: 'the dialog’s input, or a service’s result', lists: 'named lists', lookups: 'figures', user: `the current user: ${Object.keys(USER_FIELDS).join(', ')}`, company: `the company: ${Object.keys(COMPANY_FIELDS).join(', ')}`, settings: 'settings by group and name', today: 'the day on the company’s clock, `YYYY-MM-DD`', now: 'the moment, in UTC', day: 'the day being checked, `YYYY-MM-DD`', approvals: 'the entries of the approval',
}

/**
 * All names in manifests that are not keywords: functions, variables by place, operators, icons, widgets, formatters, message keys, and the
 * files of demo and seed.
 */
export function languagePage(catalogue: Catalogue, functions: FunctionRegistry, icons: readonly string[]): string {
  const language = new Languages(functions).of(catalogue)
  return `${[
    '# Words of the language',
    '<!-- Generated by tools/reference-docs.ts from the code that reads them. Do not edit. -->',
    'The names that manifests use besides keywords; those are explained in the schemas (`schemas/`, and in an editor while typing). An unknown name is an error that suggests the nearest known one.',
    '## Functions', 'Empty fields read as an empty text, 0, false or an empty list; `has(doc.x)` tells whether there is a value.',
    table(['Function', 'Returns'], DIALECT_FUNCTIONS.map(({ signature, description }) => [code(signature), description])),
    `Of [CEL](https://cel.dev): ${own(functions).map(code).join(', ')}.`,
    ...(Object.keys(functions).length === 0 ? [] : ['Of the modules:', table(['Function', 'Returns', 'Steps'], Object.values(functions).map(({ signature, description, steps }) => [code(signature), description, steps === undefined ? '256' : 'by what it is given']))]),
    '## Variables', table(['Variable', 'Meaning'], Object.entries(VARIABLES).map(([name, is]) => [code(name), is])),
    table(['Place', 'Variables'], variables(language, catalogue)),
    'Everywhere: the `terms` of the type, and `state`, its state, where it has states.',
    '## Operators', '`+ - * / %` of numbers, whole and decimal ones together; `+` of texts and lists; `== != < <= > >=`, of dates as texts too; `&& || !`; `in` a list; `? :`. In conditions that the database applies (`rows`, `where`, `reverses`) comparisons, `&&`, `||`, `!`, `in`, `has`, `startsWith`, `contains` and `endsWith`.',
    '## Icons', icons.map(code).join(', '),
    '## Widgets', 'Named by `x-widget`; otherwise the first that fits the field. A module adds its own (`widgets` of module.json).', table(['Widget', 'Edits'], WIDGET_NAMES.map((name) => [code(name), WIDGETS[name]])),
    '## Formatters', 'Named by `format` of a column; otherwise chosen from the field.', table(['Formatter', 'Shows'], FORMATTER_NAMES.map((name) => [code(name), FORMATTERS[name]])),
    '## Messages', 'Keys of `messages` with their default text. Besides these: the id of each action, and `<lines>.create`, `<lines>.update`, `<lines>.delete`, `<lines>.confirm`, `<lines>.empty`, `attachments.confirm`. A keyword that limits values has its message under its own name, without `x-`.',
    table(['Key', 'Text'], Object.entries(DEFAULT_MESSAGES).map(([key, text]) => [code(key), text])),
    '## Files of a module', FILES,
  ].join('\n\n')}\n`
}

/** CEL's own functions, by name; conversions between its types are left to its documentation. */
function own(functions: FunctionRegistry): string[] {
  const dialect = new Set(DIALECT_FUNCTIONS.map(({ signature }) => /(\w+)\(/.exec(signature)?.[1]))
  const modules = new Set(Object.keys(functions))
  return [...functionsOf(createDialect({}))].filter((name) => !dialect.has(name) && !modules.has(name) && !['earliest', 'lowest', 'bind', 'dyn', 'json', 'hex', 'base64', 'at', 'bytes', 'uint', 'type', 'of', 'none', 'or', 'orValue', 'value', 'hasValue'].includes(name)).sort()
}

/** The variables at each place, for a type that has lines. */
function variables(language: Language, catalogue: Catalogue): string[][] {
  const type = Object.values(catalogue.types).find(({ shape }) => Object.values(shape.fields).some(({ line }) => line !== undefined))
  const array = Object.values(type?.shape.fields ?? {}).find(({ line }) => line !== undefined)?.name ?? ''
  if (type === undefined) return []
  return PLACES.map(([where, place, without = []]) => {
    const at = place(array, type.id)
    const there = language.environment(at.at === 'menu' || at.at === 'list' ? undefined : type.id, at).getDefinitions().variables.map(({ name }) => name)
    return [where, Object.keys(VARIABLES).filter((name) => there.includes(name) && !without.includes(name)).map(code).join(', ')]
  })
}

const FILES = `\`demo/*.json\`: an organisation to try the portal with, and what happened in it. Any of \`companies\` (\`code\`, \`name\`, \`currency\`, \`time_zone\`), \`users\` (\`email\`, \`name\`, \`default_company\`, \`companies\`, \`employee\`, \`roles\`, \`is_admin\`), \`settings\` by company and group, \`records\` and \`stories\`:

\`\`\`json
{
  "records": [{ "company": "MRT", "type": "fund", "values": [{ "no": "F-1", "description": "Core" }] }],
  "stories": [{
    "company": "MRT", "type": "petty-cash", "as": "wanjiku@mazingira.example", "at": { "daysAgo": 3, "time": "09:00" },
    "create": { "description": "Taxi", "posting_date": { "daysAgo": 3 } },
    "then": [{ "do": "send", "at": { "daysAgo": 3 } }, { "do": "approve", "as": "otieno@mazingira.example", "at": { "daysAgo": 2 } }]
  }]
}
\`\`\`

A value may be \`{ "daysAgo": n }\`, a date, or \`{ "monthsAgo": n }\`, the first day of a month, with \`"end": true\` its last, or \`{ "yearsAgo": n }\` the same of a year or its \`month\` (with \`"as": "year"\` the year); \`"weekday": true\` of a day is the Monday after a weekend; a negative number is ahead. \`do\` is an action, a decision or \`update\`, with its \`input\`.

\`seed/*.json\`: records that every company gets once, its own from then on: what it deletes does not come back.

\`\`\`json
{ "records": [{ "type": "location", "values": [{ "code": "NBO", "name": "Nairobi" }] }] }
\`\`\``

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
