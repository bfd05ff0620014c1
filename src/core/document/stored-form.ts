import type { ResolvedField } from '../manifest/resolve/resolved.ts'
import type { Json } from './json.ts'

/** How a keyword changes the values of its field. */
interface StoredForm {
  /** The value as it is stored; itself if it is stored already. */
  of: (value: Json) => Json
  /** In the generated reference. */
  text: string
}

/**
 * The forms in which values are stored, by the flag of ResolvedField that declares them, whoever enters or sets the values: calls and
 * dialogs (read-value.ts, accept.ts), rules, actions, effects and seeds (rule-runtime.ts), and forms on screen (BoundField.tsx).
 */
const STORED_FORMS = {
  uppercase: { of: (value) => (typeof value === 'string' ? value.toUpperCase() : value), text: 'in capital letters' },
} as const satisfies { [P in keyof ResolvedField]?: StoredForm }

type FormName = keyof typeof STORED_FORMS
/** The stored forms that a field declares. */
export type FieldWithStoredForm = Pick<ResolvedField, FormName>

const ENTRIES = Object.entries(STORED_FORMS) as [FormName, StoredForm][]

/** Whether the property of a field declares a stored form. */
export function declaresStoredForm(property: string): boolean {
  return Object.hasOwn(STORED_FORMS, property)
}

/** The value as the field stores it. */
export function storedForm(field: FieldWithStoredForm, value: Json): Json {
  return ENTRIES.reduce((formed, [name, { of }]) => (field[name] ? of(formed) : formed), value)
}

/** Whether the field may store values otherwise than they are brought. */
export function hasStoredForm(field: FieldWithStoredForm): boolean {
  return ENTRIES.some(([name]) => field[name])
}

/** The field's stored forms as the reference lists them. */
export function storedFormTexts(field: FieldWithStoredForm): string[] {
  return ENTRIES.flatMap(([name, { text }]) => (field[name] ? [text] : []))
}
