/** What the home page shows before figures: the tasks of a person and their requests under way. */
import { Tone } from './envelope.ts'
import { boolean, day, described, enumOf, instant, integer, list, nullable, object, text, type TypeOf } from './schema.ts'

/** At most so many tasks of a kind and type are read, and so many are sent in all. */
export const MAX_TASKS_PER_TYPE = 25
export const MAX_TASKS = 100
/** At most so many requests under way are sent. */
export const MAX_UNDER_WAY = 20

const shared = {
  type: text, key: text,
  title: described(text, 'Display name of the type.'),
  text: described(text, 'What the record is about; empty if it says nothing besides its number.'),
  amount: described(nullable(text), 'As displayed; null if it has none, or none that the caller may see.'),
  state: object({ label: text, tone: Tone }),
  path: described(text, 'Where the portal shows it.'),
  since: described(instant, 'When it was sent, or last changed.'),
}

export const HomeTask = object({
  ...shared,
  kind: described(enumOf(['decide', 'act', 'correct', 'draft']), 'Decide on somebody’s request; do what comes next; correct what was rejected; finish what was begun.'),
  action: described(text, 'What is to be done, as its button says.'),
  due: described(nullable(day), 'By when, if the type or its approval says so.'),
  person: described(nullable(text), 'Whose request it is, unless it is the caller’s.'),
})
export type HomeTask = TypeOf<typeof HomeTask>

export const HomeRequest = object({ ...shared, waitsFor: described(nullable(text), 'The approver; null if it waits for nobody in particular.') })
export type HomeRequest = TypeOf<typeof HomeRequest>

const Queue = object({ type: text, count: integer, isMore: described(boolean, 'There are more than were counted.') })
export const HomeAnswer = object({
  tasks: described(list(HomeTask), 'What needs the caller, the most urgent first.'),
  isMore: described(boolean, 'There are more tasks than were sent.'),
  queues: described(list(Queue), 'Records of each type that wait for one of the caller’s roles.'),
  underWay: described(list(HomeRequest), 'The caller’s own requests that others work on, the latest first.'),
  shortcuts: described(list(object({ type: text, title: text, icon: text, path: text })), 'Documents that the caller may create.'),
})
export type HomeAnswer = TypeOf<typeof HomeAnswer>
