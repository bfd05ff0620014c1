/**
 * Names that manifests may use because the portal implements them. They are defined here so that the server and the check tool know them
 * without the portal.
 */

/** Widgets for editing a field (`x-widget`). Modules declare theirs in module.json. */
export const WIDGET_NAMES = ['text', 'textarea', 'number', 'money', 'date', 'date-time', 'time', 'select', 'segmented', 'choice', 'reference', 'references', 'checkbox', 'switch', 'tags', 'colour', 'file', 'position', 'readonly'] as const
export type WidgetName = (typeof WIDGET_NAMES)[number]

/**
 * Formatters for showing a column (`column.format`). date and time: the day, or the time of day, of a date-time in the company's time zone;
 * date-time: both; money: an amount with its currency; number: with thousands separators; text: unchanged. Of a reference in a list, label:
 * the label of the record, as far as the user may see it, and otherwise its code; caption: both.
 */
export const FORMATTER_NAMES = ['date', 'time', 'date-time', 'money', 'number', 'text', 'label', 'caption'] as const
export type FormatterName = (typeof FORMATTER_NAMES)[number]
