/** When records were last saved in this tab: a new record's card is opened again, at its own address, once it is stored. */
const saved = new Map<string, string>()

/** Notes that the record is stored now. */
export const noteSaved = (type: string, key: string): void => void saved.set(`${type}/${key}`, new Date().toISOString())

/** When the record was saved in this tab, as a date-time; undefined if it was not. */
export const savedAt = (type: string, key: string): string | undefined => saved.get(`${type}/${key}`)
