/** What every drawing of days knows of them. */
export interface CalendarDay {
  today: string
  /** The names of the holidays, by day. */
  holidays: ReadonlyMap<string, string>
  /** The day that the Tab key reaches; the arrow keys go on from it. */
  focused: string
  onDay: (day: string) => void
  /** The day whose events are listed below; absent where none are. */
  chosen?: string
}
