/** Names that manifests may use because the portal has code for them. Said here, so that server and check tool know them without the portal. */

/** Widgets by which a field is edited (`x-widget`). Modules declare theirs in module.json. */
export const WIDGET_NAMES = ['text', 'textarea', 'number', 'money', 'date', 'date-time', 'time', 'select', 'choice', 'reference', 'checkbox', 'switch', 'tags', 'colour', 'file', 'readonly'] as const
export type WidgetName = (typeof WIDGET_NAMES)[number]

/**
 * Formatters by which a column is read (`column.format`). date and time: the day, or the time of day, of a moment on the
 * company's clock; date-time: both; money: an amount with its currency; number: with thousands apart; text: as it is.
 */
export const FORMATTER_NAMES = ['date', 'time', 'date-time', 'money', 'number', 'text'] as const
export type FormatterName = (typeof FORMATTER_NAMES)[number]
