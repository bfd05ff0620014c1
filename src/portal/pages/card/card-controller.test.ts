import { describe, expect, it } from 'vitest'
import type { Doc, ResolvedAction } from '../../../core/index.ts'
import type { Draft } from '../../drafts/draft-store.ts'
import type { Phase } from './card-state.ts'
import { saveLines } from './sections/autosave.ts'
import { CardScene, chosenFile, storedClaim, type Called, type Refusal, type SceneOptions } from './testing/card-scene.ts'

/** What the user, the server and other users do, by the first word of a step. */
const STEPS: Record<string, (scene: Played, ...words: string[]) => void | Promise<unknown>> = {
  /** The user types a value. */
  type: ({ card }, text = '') => card.model.set(...pairOf(text)),
  choose: ({ card, controller }, name = '') => controller.setFiles([...card.state().files, chosenFile(name)]),
  press: (scene, action = '') => press(scene, action),
  /** Starts an action and continues before the server has responded. */
  start: async (scene, action = '') => {
    scene.server.isSlow = true
    scene.pending.push(press(scene, action))
    await soon()
  },
  /** The server responds to all calls so far. */
  answers: async (scene) => {
    scene.server.answer()
    await Promise.all(scene.pending)
  },
  /** Fills in and submits an action's dialog. */
  enter: async (scene, action = '', receipt = '') => {
    const refused = await scene.controller.act(actionOf(scene, action), { input: { receipt }, saves: false })
    for (const { path, message } of refused) scene.log.push(`in the dialog: ${path}: ${message}`)
  },
  /** The same, with a double click on the button. */
  twice: (scene, action = '', receipt = '') => Promise.all(['', ''].map(() => STEPS['enter']?.(scene, action, receipt))),
  /** Answers the next question. */
  says: ({ says }, answer = '') => void says.push(answer),
  else: ({ server }, text = '') => server.change(Object.fromEntries([pairOf(text)])),
  /** Another user moves the record to a state in which nothing can be changed. */
  closes: ({ server }) => server.change({ _actions: [] }),
  refuse: ({ server }, call = '', refusal) => void server.refused.set(call as Called, refusal as Refusal),
  lose: ({ server }, call = '') => void server.lost.add(call as 'create' | 'update'),
  second: ({ server }) => {
    server.asksFirst = true
  },
  reload: ({ controller }, mine) => controller.reload(mine as 'keep' | 'drop'),
  dismiss: ({ controller }) => controller.dismissStale(),
  discard: ({ controller }) => controller.discardDraft(),
  /** Adds a line. */
  line: ({ card }, text = '') => void card.model.addLine('lines', { text }),
  /** Autosaves the lines. */
  lines: (scene) => saveItsLines(scene),
  leave: async (scene) => {
    scene.server.isSlow = true
    scene.pending.push(saveItsLines(scene))
    await soon()
  },
  /** Stores the draft, as when the window closes. */
  keep: ({ card }) => card.keepDraft(card.parts.data.place),
  /** A live event reports another user's change. */
  follow: ({ controller, server }) => controller.follow(server.record ?? storedClaim()),
  remove: ({ controller }, id = '') => controller.removeStored({ id, fileName: id, mediaType: '', size: 1, attachment: '' }),
}

interface Played extends CardScene { pending: Promise<unknown>[] }

const pairOf = (text: string): [string, string] => [text.split('=')[0] ?? '', text.split('=')[1] ?? '']
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function actionOf({ card }: CardScene, id: string): ResolvedAction {
  const action = card.parts.data.manifest.actions[id]
  if (!action) throw new Error(`There is no action “${id}”.`)
  return action
}

/** As the card's action bar does. */
async function press(scene: CardScene, id: string): Promise<void> {
  const action = actionOf(scene, id)
  if (action.saves) return scene.controller.save()
  const begun = await scene.controller.begin(action)
  if (begun) await scene.controller.act(action, begun)
}

/** As the autosave does when a field of a line loses focus. */
async function saveItsLines({ card, log }: CardScene): Promise<void> {
  const { keyOf, canEdit, saving } = card.facts()
  const outcome = await saveLines({ manifest: card.parts.data.manifest, model: card.model, keyOf, canEdit, saving, lines: card }, 'lines')
  log.push(`lines: ${outcome.kind === 'failed' ? outcome.message : outcome.kind}`)
}

async function played(options: SceneOptions, steps: string[]): Promise<Played> {
  const scene: Played = Object.assign(new CardScene(options), { pending: [] })
  for (const step of steps) {
    const [word = '', ...rest] = step.split(' ')
    const act = STEPS[word]
    if (!act) throw new Error(`Nobody knows the step “${word}”.`)
    await act(scene, ...rest)
  }
  return scene
}

interface Case extends SceneOptions {
  steps: string[]
  /** Every call, message and navigation, in order. */
  does: string[]
  phase?: Phase
  /** Values in the form at the end. */
  doc?: Doc
  problems?: string[]
  /** Files that wait to be uploaded, with the server's messages about them. */
  files?: string[]
  isDirty?: boolean
  /** Whether a draft is left in this browser. */
  isKept?: boolean
}

const CASES: Record<string, Record<string, Case>> = {
  'saving': {
    'makes a new record and goes to it': { steps: ['type description=Bus', 'press save'], does: ['create description=Bus', 'done: Saved.', 'to /records/claim/card/C-1'], phase: 'gone', isDirty: false },
    'changes a stored one and stays': { record: storedClaim(), steps: ['type note=Late', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'done: Saved.'], isDirty: false, doc: { note: 'Late' } },
    'changes it again from where it stands by then': { record: storedClaim(), steps: ['type note=A', 'press save', 'type note=B', 'press save'], does: ['update description=Taxi note=A _rev=1', 'done: Saved.', 'update description=Taxi note=B _rev=2', 'done: Saved.'] },
    'that was answered is another one the next time, though nothing changed': { record: storedClaim(), steps: ['press save', 'press save', 'press check'], does: ['update description=Taxi _rev=1', 'done: Saved.', 'update description=Taxi _rev=2', 'done: Saved.', 'check rev 3', 'info: All in order.', 'fetch'] },
    'in a dialog closes it': { record: storedClaim(), isFramed: true, steps: ['type note=Late', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'done: Saved.', 'dialog closed'], phase: 'gone' },
    'is not tried with what is plainly wrong': { record: storedClaim(), steps: ['type description=', 'press save'], does: ['focus on description'], problems: ['description: Required.'], isDirty: true },
    'that is refused shows the problems and leads to the first': { record: storedClaim(), steps: ['type note=Late', 'refuse update issues', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'focus on description', 'warning: Please correct what is marked.'], problems: ['description: Too vague.'], isDirty: true },
    'that was refused goes the next time, and nothing is left of the problems': { record: storedClaim(), steps: ['refuse update issues', 'press save', 'type description=Bus', 'press save'], does: ['update description=Taxi _rev=1', 'focus on description', 'warning: Please correct what is marked.', 'update description=Bus _rev=1', 'done: Saved.'], problems: [], isDirty: false },
    'with the session lost keeps what was typed': { record: storedClaim(), steps: ['type note=Late', 'refuse update session', 'press save', 'keep'], does: ['update description=Taxi note=Late _rev=1', 'warning: Your session has ended.'], doc: { note: 'Late' }, isDirty: true, isKept: true },
    'asks for a reason where a second person approves': { record: storedClaim(), steps: ['type rate=5', 'says Agreed', 'press save'], does: ['asked: A second person approves this | The change to Rate takes effect once somebody else approves it.', 'update description=Taxi rate=5 _reason=Agreed _rev=1', 'done: Saved.'] },
    'is left where no reason is given': { record: storedClaim(), steps: ['type rate=5', 'press save'], does: ['asked: A second person approves this | The change to Rate takes effect once somebody else approves it.'], isDirty: true },
    'a new record that waits for a second person goes to its request': { steps: ['type description=Bus', 'second', 'press save'], does: ['create description=Bus', 'done: Saved.', 'to /records/change/card/R-1'], phase: 'gone', isKept: false },
  },
  'a double press': {
    'saves once': { record: storedClaim(), steps: ['type note=Late', 'start save', 'press save', 'answers'], does: ['update description=Taxi note=Late _rev=1', 'done: Saved.'] },
    'makes one record': { steps: ['type description=Bus', 'start save', 'start save', 'answers'], does: ['create description=Bus', 'done: Saved.', 'to /records/claim/card/C-1'] },
    'acts once': { record: storedClaim(), steps: ['start check', 'press check', 'answers'], does: ['check rev 1', 'info: All in order.', 'fetch'] },
    'in a dialog acts once, and is told twice what was refused': { record: storedClaim(), steps: ['refuse run input', 'twice pay R-1'], does: ['pay rev 1 receipt=R-1', 'in the dialog: receipt: Unknown receipt.', 'in the dialog: receipt: Unknown receipt.'] },
    'of two buttons does what the first says': { record: storedClaim(), steps: ['start check', 'press save', 'answers'], does: ['check rev 1', 'info: All in order.', 'fetch'] },
    'of two other buttons, too': { record: storedClaim(), steps: ['start save', 'press check', 'answers'], does: ['update description=Taxi _rev=1', 'done: Saved.'] },
  },
  'an answer that was lost': {
    'is tried again as the same submit': { steps: ['type description=Bus', 'lose create', 'press save', 'press save'], does: ['create description=Bus', 'warning: No internet connection', 'create description=Bus', 'done: Saved.', 'to /records/claim/card/C-1'] },
    'of a change too': { record: storedClaim(), steps: ['type note=Late', 'lose update', 'press save', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'warning: No internet connection', 'update description=Taxi note=Late _rev=1', 'done: Saved.'], isDirty: false },
    'and another content is another submit, which finds that the first was stored': { record: storedClaim(), steps: ['type note=Late', 'lose update', 'press save', 'type note=Later', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'warning: No internet connection', 'update description=Taxi note=Later _rev=1'], phase: 'stale', isDirty: true },
  },
  'a conflict': {
    'asks, and says nothing else': { record: storedClaim(), steps: ['type note=Mine', 'else description=Theirs', 'press save'], does: ['update description=Taxi note=Mine _rev=1'], phase: 'stale', doc: { note: 'Mine', description: 'Taxi' }, isDirty: true },
    'goes on with mine on top of theirs': { record: storedClaim(), steps: ['type note=Mine', 'else description=Theirs', 'press save', 'reload keep', 'press save'], does: ['update description=Taxi note=Mine _rev=1', 'fetch', 'update description=Theirs note=Mine _rev=2', 'done: Saved.'], doc: { note: 'Mine', description: 'Theirs' }, isDirty: false },
    'goes on with theirs alone': { record: storedClaim(), steps: ['type note=Mine', 'else description=Theirs', 'press save', 'reload drop'], does: ['update description=Taxi note=Mine _rev=1', 'fetch'], doc: { note: undefined, description: 'Theirs' }, isDirty: false, isKept: false },
    'with a record that may no longer be changed keeps nothing, and says so': { record: storedClaim(), steps: ['type note=Mine', 'closes', 'press save', 'reload keep'], does: ['update description=Taxi note=Mine _rev=1', 'fetch', 'info: This record can no longer be changed, so your changes were not kept.'], doc: { note: undefined }, isDirty: false },
    'that is put away stays one': { record: storedClaim(), steps: ['type note=Mine', 'else note=Theirs', 'press save', 'dismiss', 'press save'], does: ['update description=Taxi note=Mine _rev=1', 'update description=Taxi note=Mine _rev=1'], phase: 'stale' },
    'that cannot be read anew says so and loses nothing': { record: storedClaim(), steps: ['type note=Mine', 'else note=Theirs', 'press save', 'refuse fetch lost', 'reload keep'], does: ['update description=Taxi note=Mine _rev=1', 'fetch', 'warning: No internet connection'], phase: 'open', doc: { note: 'Mine' }, isDirty: true },
    'of an action asks too': { record: storedClaim(), steps: ['else note=Theirs', 'press check'], does: ['check rev 1'], phase: 'stale' },
  },
  'an action': {
    'saves a new record first and goes to it': { steps: ['type description=Bus', 'press send'], does: ['create description=Bus', 'send rev 1', 'done: Done: send.', 'fetch', 'to /records/claim/card/C-1'], phase: 'gone' },
    'saves changes first': { record: storedClaim(), steps: ['type note=Late', 'press send'], does: ['update description=Taxi note=Late _rev=1', 'send rev 2', 'done: Done: send.', 'fetch'], phase: 'open', isDirty: false },
    'without changes saves nothing': { record: storedClaim(), steps: ['press send'], does: ['send rev 1', 'done: Done: send.', 'fetch'] },
    'whose save is refused is not done': { record: storedClaim(), steps: ['type note=Late', 'refuse update issues', 'press send'], does: ['update description=Taxi note=Late _rev=1', 'focus on description', 'warning: Please correct what is marked.'], problems: ['description: Too vague.'], isDirty: true },
    'that loses the session between the save and itself leaves the record saved': { record: storedClaim(), steps: ['type note=Late', 'refuse run session', 'press send'], does: ['update description=Taxi note=Late _rev=1', 'send rev 2', 'warning: Your session has ended.'], doc: { note: 'Late' }, isDirty: false },
    'refused on a record made for it leads to the record': { steps: ['type description=Bus', 'refuse run broken', 'press send'], does: ['create description=Bus', 'send rev 1', 'to /records/claim/card/C-1', 'warning: Something went wrong on the server. Try again in a moment.'], phase: 'gone' },
    'refused so in a dialog shows the record there': { isFramed: true, steps: ['type description=Bus', 'refuse run broken', 'press send'], does: ['create description=Bus', 'send rev 1', 'dialog shows C-1', 'warning: Something went wrong on the server. Try again in a moment.'], phase: 'gone' },
    'is confirmed before': { record: storedClaim(), steps: ['says yes', 'press close'], does: ['asked: Close it | Close C-1?', 'close rev 1', 'done: Done: close.', 'fetch'] },
    'is not done when that is refused': { record: storedClaim(), steps: ['press close'], does: ['asked: Close it | Close C-1?'] },
    'of any other kind asks about changes, and saves them': { record: storedClaim(), steps: ['type note=Late', 'says accept', 'press close'], does: ['asked: Close it | Close C-1? You have unsaved changes.', 'update description=Taxi note=Late _rev=1', 'close rev 2', 'done: Done: close.', 'fetch'], doc: { note: 'Late' } },
    'or goes on without them': { record: storedClaim(), steps: ['type note=Late', 'says other', 'press close'], does: ['asked: Close it | Close C-1? You have unsaved changes.', 'close rev 1', 'done: Done: close.', 'fetch'], doc: { note: undefined }, isDirty: false },
    'refused so loses none of them': { record: storedClaim(), steps: ['type note=Late', 'says other', 'refuse run broken', 'press close'], does: ['asked: Close it | Close C-1? You have unsaved changes.', 'close rev 1', 'warning: Something went wrong on the server. Try again in a moment.'], doc: { note: 'Late' }, isDirty: true },
    'that was asked in a dialog is refused there': { record: storedClaim(), steps: ['refuse run input', 'enter pay R-1'], does: ['pay rev 1 receipt=R-1', 'in the dialog: receipt: Unknown receipt.'], problems: [] },
    'that only answers says what it does not find in order': { record: storedClaim(), steps: ['refuse run lost', 'press check'], does: ['check rev 1', 'info: Not in order: No internet connection'] },
    'that deletes leads to the list, with no draft left': { record: storedClaim(), steps: ['type note=Late', 'keep', 'press delete'], does: ['delete rev 1', 'done: Done: delete.', 'to /records/claim'], phase: 'gone', isKept: false },
    'that deletes in a dialog closes it': { record: storedClaim(), isFramed: true, steps: ['press delete'], does: ['delete rev 1', 'done: Done: delete.', 'dialog closed'], phase: 'gone' },
  },
  'files': {
    'go with the next save, behind those that are stored': { record: storedClaim({ attachments: [{ id: 'F1', fileName: 'a.pdf' }] }), steps: ['choose b.pdf', 'press save'], does: ['update description=Taxi attachments=[{"id":"F1","fileName":"a.pdf"},{"attachment":"b.pdf","fileName":"b.pdf"}] _rev=1', 'done: Saved.'], files: [], isDirty: false },
    'that are chosen while it saves wait for the next': { record: storedClaim(), steps: ['choose a.pdf', 'start save', 'choose b.pdf', 'answers'], does: ['update description=Taxi attachments=[{"attachment":"a.pdf","fileName":"a.pdf"}] _rev=1', 'done: Saved.'], files: ['b.pdf'], isDirty: true },
    'that the server would not have are marked, and stop the next try': { record: storedClaim({ attachments: [{ id: 'F1', fileName: 'a.pdf' }] }), steps: ['choose b.pdf', 'refuse update file', 'press save', 'press save'], does: ['update description=Taxi attachments=[{"id":"F1","fileName":"a.pdf"},{"attachment":"b.pdf","fileName":"b.pdf"}] _rev=1', 'focus on attachments.b.pdf', 'warning: Please correct what is marked.', 'focus on attachments.b.pdf'], files: ['b.pdf: This is no PDF.'], problems: ['attachments.b.pdf: This is no PDF.'] },
    'are asked for where an action does not go without': { record: storedClaim(), steps: ['press file'], does: ['focus on attachments'], problems: ['attachments: Attach a file.'] },
    'that are pending are enough for it': { record: storedClaim(), steps: ['choose a.pdf', 'press file'], does: ['update description=Taxi attachments=[{"attachment":"a.pdf","fileName":"a.pdf"}] _rev=1', 'file rev 2', 'done: Done: file.', 'fetch'], files: [] },
    'go with the changes that an action goes on without': { record: storedClaim(), steps: ['choose a.pdf', 'says other', 'press close'], does: ['asked: Close it | Close C-1? You have unsaved changes.', 'close rev 1', 'done: Done: close.', 'fetch'], files: [], isDirty: false },
    'that are taken away leave what is being typed': { record: storedClaim({ attachments: [{ id: 'F1', fileName: 'a.pdf' }] }), steps: ['type note=Late', 'remove F1'], does: ['remove F1', 'fetch', 'done: Removed.'], doc: { note: 'Late' }, isDirty: true },
    'that cannot be taken away stay': { record: storedClaim({ attachments: [{ id: 'F1', fileName: 'a.pdf' }] }), steps: ['refuse remove lost', 'remove F1'], does: ['remove F1', 'warning: No internet connection'] },
  },
  'a draft': {
    'is kept of what was changed, and gone once it is saved': { record: storedClaim(), steps: ['type note=Late', 'keep', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'done: Saved.'], isKept: false },
    'is not kept of what was not changed': { record: storedClaim(), steps: ['keep'], does: [], isKept: false },
    'is gone once it is discarded, with its files': { record: storedClaim(), steps: ['type note=Late', 'choose a.pdf', 'keep', 'discard'], does: [], isKept: false, files: [], doc: { note: undefined }, isDirty: false },
    'of a new record leaves an empty form when it is discarded': { steps: ['type note=Late', 'keep', 'discard'], does: [], isKept: false, doc: { note: undefined }, isDirty: false },
    'is not kept any more while the screen moves on': { steps: ['type description=Bus', 'press save', 'type note=Late', 'keep'], does: ['create description=Bus', 'done: Saved.', 'to /records/claim/card/C-1'], isKept: false },
  },
  'leaving while it saves': {
    'keeps what was typed until the answer is there': { record: storedClaim(), steps: ['type note=Late', 'start save', 'keep'], does: ['update description=Taxi note=Late _rev=1'], phase: 'saving', isKept: true },
    'and nothing of it afterwards': { record: storedClaim(), steps: ['type note=Late', 'start save', 'keep', 'answers'], does: ['update description=Taxi note=Late _rev=1', 'done: Saved.'], phase: 'open', isKept: false },
    'keeps it where the answer is no': { record: storedClaim(), steps: ['type note=Late', 'refuse update session', 'start save', 'keep', 'answers'], does: ['update description=Taxi note=Late _rev=1', 'warning: Your session has ended.'], phase: 'open', isKept: true },
  },
  'lines that save themselves': {
    'are saved alone': { record: storedClaim(), steps: ['type note=Late', 'line A', 'lines'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: saved'], doc: { note: 'Late', lines: [{ line_no: 1, text: 'A' }] }, isDirty: true },
    'leave nothing unsaved and no draft where nothing else was changed': { record: storedClaim(), steps: ['line A', 'keep', 'lines'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: saved'], isDirty: false, isKept: false },
    'are not sent while nothing in them is new': { record: storedClaim(), steps: ['type note=Late', 'lines'], does: ['lines: same'] },
    'keep what is typed meanwhile': { record: storedClaim(), steps: ['line A', 'leave', 'line B', 'type note=Late', 'answers'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: saved'], doc: { note: 'Late', lines: [{ line_no: 1, text: 'A' }, { text: 'B' }] }, isDirty: true },
    'are waited for by a save, which goes on from there': { record: storedClaim(), steps: ['line A', 'leave', 'type note=Late', 'start save', 'answers'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: saved', 'update description=Taxi note=Late lines=[{"text":"A","line_no":1}] _rev=2', 'done: Saved.'], isDirty: false },
    'are waited for by an action': { record: storedClaim(), steps: ['line A', 'leave', 'says other', 'start check', 'answers'], does: ['update lines=[{"text":"A"}] _rev=1', 'asked: check | You have unsaved changes.', 'check rev 2', 'lines: saved', 'info: All in order.', 'fetch'] },
    'wait while something is done to the record': { record: storedClaim(), steps: ['start check', 'line A', 'lines'], does: ['check rev 1', 'lines: same'], phase: 'acting' },
    'that somebody else was before ask as a save does': { record: storedClaim(), steps: ['line A', 'else note=Theirs', 'lines'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: This record was changed by someone else.'], phase: 'stale', isDirty: true },
    'with the session lost stay to be sent': { record: storedClaim(), steps: ['line A', 'refuse update session', 'lines', 'lines'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: Your session has ended.', 'update lines=[{"text":"A"}] _rev=1', 'lines: saved'], isDirty: false },
  },
  'somebody else': {
    'is followed by a card that nobody edits': { record: storedClaim(), steps: ['else note=Theirs', 'follow'], does: [], doc: { note: 'Theirs' }, isDirty: false },
  },
}

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(Object.entries(cases))('%s', async (__, { steps, does, phase, doc = {}, problems, files, isDirty, isKept, ...options }) => {
    const { card, log, kept, server } = await played(options, steps)
    const state = card.state()
    expect(log).toEqual(does)
    if (phase !== undefined) expect(state.phase).toBe(phase)
    for (const [field, value] of Object.entries(doc)) expect(card.model.value(field)).toEqual(value)
    if (problems) expect(state.summary.map((issue) => `${issue.path}: ${issue.message}`)).toEqual(problems)
    if (files) expect(state.files.map(({ fileName, refused }) => (refused === undefined ? fileName : `${fileName}: ${refused}`))).toEqual(files)
    if (isDirty !== undefined) expect(card.isDirty()).toBe(isDirty)
    if (isKept !== undefined) expect(kept !== undefined).toBe(isKept)
    if (!server.isSlow) expect(state.busy).toBeUndefined()
  })
})

describe('a card that is opened', () => {
  const draft: Draft = { id: 'D1', doc: { no: 'C-1', status: 'Open', description: 'Taxi', note: 'Mine' }, files: [chosenFile('a.pdf')], base: { no: 'C-1', status: 'Open', description: 'Taxi' }, rev: 1, savedAt: '' }
  it.each<[string, SceneOptions, { wasRestored: boolean; isDirty: boolean; note: string | undefined; description: string; clashes: number }]>([
    ['without a draft', { record: storedClaim() }, { wasRestored: false, isDirty: false, note: undefined, description: 'Taxi', clashes: 0 }],
    ['with a draft of the same revision', { record: storedClaim(), draft }, { wasRestored: true, isDirty: true, note: 'Mine', description: 'Taxi', clashes: 0 }],
    ['with a draft of an earlier one', { record: storedClaim({ _rev: 2, description: 'Theirs' }), draft }, { wasRestored: true, isDirty: true, note: 'Mine', description: 'Theirs', clashes: 0 }],
    ['with a draft that changed the same', { record: storedClaim({ _rev: 2, note: 'Theirs' }), draft }, { wasRestored: true, isDirty: true, note: 'Mine', description: 'Taxi', clashes: 1 }],
    ['with a draft of what may no longer be changed', { record: storedClaim({ _actions: [] }), draft }, { wasRestored: false, isDirty: false, note: undefined, description: 'Taxi', clashes: 0 }],
  ])('%s', (_, options, { wasRestored, isDirty, note, description, clashes }) => {
    const { card } = new CardScene(options)
    const state = card.state()
    expect({ wasRestored: state.wasRestored, isDirty: card.isDirty(), clashes: state.clashes.length }).toEqual({ wasRestored, isDirty, clashes })
    expect([card.model.value('note'), card.model.value('description')]).toEqual([note, description])
  })

  it('tells who looks at it of every change, and works out what follows once for each record', async () => {
    const { card, controller, server } = new CardScene({ record: storedClaim() })
    const heard: string[] = []
    const stop = card.subscribe(() => heard.push(card.state().busy ?? card.state().phase))
    const facts = card.facts()
    expect(card.facts()).toBe(facts)
    card.model.set('note', 'Late')
    expect(card.facts()).toBe(facts)
    await controller.save()
    expect([heard.includes('save'), heard.at(-1)]).toEqual([true, 'open'])
    expect(card.facts()).not.toBe(facts)
    expect(card.facts().storedDoc?.['note']).toBe('Late')
    stop()
    heard.length = 0
    controller.follow(server.record ?? storedClaim())
    expect(heard).toEqual([])
  })
})
