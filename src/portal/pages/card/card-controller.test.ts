import { describe, expect, it } from 'vitest'
import type { Doc, ResolvedAction } from '../../../core/index.ts'
import type { Draft } from '../../drafts/draft-store.ts'
import type { CardPhase } from './card-state.ts'
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
  warns: ({ server }) => {
    server.warns = true
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

const pairOf = (text: string): [string, string] => [text.split('=')[0] ?? '', (text.split('=')[1] ?? '').replaceAll('_', ' ')]
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
  const outcome = await saveLines({ manifest: card.parts.data.manifest, model: card.model, keyOf, canEdit, saving, store: card }, 'lines')
  log.push(`lines: ${outcome.kind === 'failed' ? outcome.message : outcome.kind}`)
}

async function played(options: SceneOptions, steps: string[]): Promise<Played> {
  const scene: Played = Object.assign(new CardScene(options), { pending: [] })
  for (const step of steps) {
    const [word = '', ...rest] = step.split(' ')
    const act = STEPS[word]
    if (!act) throw new Error(`There is no step “${word}”.`)
    await act(scene, ...rest)
  }
  return scene
}

interface Case extends SceneOptions {
  steps: string[]
  /** Every call, message and navigation, in order. */
  does: string[]
  phase?: CardPhase
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
    'it creates a new record and opens it': { steps: ['type description=Bus', 'press save'], does: ['create description=Bus', 'done: Saved · C-1', 'to /records/claim/card/C-1'], phase: 'gone', isDirty: false },
    'it changes a stored record and stays there': { record: storedClaim(), steps: ['type note=Late', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'done: Saved · C-1'], isDirty: false, doc: { note: 'Late' } },
    'it changes the record again from its new revision': { record: storedClaim(), steps: ['type note=A', 'press save', 'type note=B', 'press save'], does: ['update description=Taxi note=A _rev=1', 'done: Saved · C-1', 'update description=Taxi note=B _rev=2', 'done: Saved · C-1'] },
    'it saves again after an answered save, even without changes': { record: storedClaim(), steps: ['press save', 'press save', 'press check'], does: ['update description=Taxi _rev=1', 'done: Saved · C-1', 'update description=Taxi _rev=2', 'done: Saved · C-1', 'check rev 3', 'info: All in order.', 'fetch'] },
    'it closes the dialog that it was made in': { record: storedClaim(), isFramed: true, steps: ['type note=Late', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'done: Saved · C-1', 'dialog closed'], phase: 'gone' },
    'it is not tried with errors that the browser knows': { record: storedClaim(), steps: ['type description=', 'press save'], does: ['focus on description'], problems: ['description: Required.'], isDirty: true },
    'it shows the errors when it is refused, and focuses the first': { record: storedClaim(), steps: ['type note=Late', 'refuse update issues', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'focus on description', 'error: Please correct what is marked.'], problems: ['description: Too vague.'], isDirty: true },
    'it succeeds after a correction, and the errors are gone': { record: storedClaim(), steps: ['refuse update issues', 'press save', 'type description=Bus', 'press save'], does: ['update description=Taxi _rev=1', 'focus on description', 'error: Please correct what is marked.', 'update description=Bus _rev=1', 'done: Saved · C-1'], problems: [], isDirty: false },
    'it keeps what was typed when the session has ended': { record: storedClaim(), steps: ['type note=Late', 'refuse update session', 'press save', 'keep'], does: ['update description=Taxi note=Late _rev=1', 'error: Your session has ended.'], doc: { note: 'Late' }, isDirty: true, isKept: true },
    'it asks for a reason under dual control': { record: storedClaim(), steps: ['type rate=5', 'says Agreed', 'press save'], does: ['asked: A second person has to approve this | The change to Rate takes effect once somebody else approves it.', 'update description=Taxi rate=5 _reason=Agreed _rev=1', 'done: Saved · C-1'] },
    'it is abandoned when no reason is given': { record: storedClaim(), steps: ['type rate=5', 'press save'], does: ['asked: A second person has to approve this | The change to Rate takes effect once somebody else approves it.'], isDirty: true },
    'it opens the change request when a new record is under dual control': { steps: ['type description=Bus', 'second', 'press save'], does: ['create description=Bus', 'done: Saved · R-1', 'to /records/change/card/R-1'], phase: 'gone', isKept: false },
    'it shows what the server warns of, also when a change request is opened': { steps: ['type description=Bus', 'second', 'warns', 'press save'], does: ['create description=Bus', 'done: Saved · R-1', 'info: This is unusual.', 'to /records/change/card/R-1'], phase: 'gone' },
  },
  'a double press': {
    'it saves once': { record: storedClaim(), steps: ['type note=Late', 'start save', 'press save', 'answers'], does: ['update description=Taxi note=Late _rev=1', 'done: Saved · C-1'] },
    'it creates one record': { steps: ['type description=Bus', 'start save', 'start save', 'answers'], does: ['create description=Bus', 'done: Saved · C-1', 'to /records/claim/card/C-1'] },
    'it performs an action once': { record: storedClaim(), steps: ['start check', 'press check', 'answers'], does: ['check rev 1', 'info: All in order.', 'fetch'] },
    'it performs an action once in a dialog, and shows its refusal for both presses': { record: storedClaim(), steps: ['refuse run input', 'twice pay R-1'], does: ['pay rev 1 receipt=R-1', 'in the dialog: receipt: Unknown receipt.', 'in the dialog: receipt: Unknown receipt.'] },
    'it performs the first of two actions': { record: storedClaim(), steps: ['start check', 'press save', 'answers'], does: ['check rev 1', 'info: All in order.', 'fetch'] },
    'it saves when the save was pressed first': { record: storedClaim(), steps: ['start save', 'press check', 'answers'], does: ['update description=Taxi _rev=1', 'done: Saved · C-1'] },
  },
  'a lost response': {
    'it is followed by the same submit of a new record': { steps: ['type description=Bus', 'lose create', 'press save', 'press save'], does: ['create description=Bus', 'error: No internet connection', 'create description=Bus', 'done: Saved · C-1', 'to /records/claim/card/C-1'] },
    'it is followed by the same submit of a change': { record: storedClaim(), steps: ['type note=Late', 'lose update', 'press save', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'error: No internet connection', 'update description=Taxi note=Late _rev=1', 'done: Saved · C-1'], isDirty: false },
    'it is followed by a conflict when the content changed before the next submit': { record: storedClaim(), steps: ['type note=Late', 'lose update', 'press save', 'type note=Later', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'error: No internet connection', 'update description=Taxi note=Later _rev=1'], phase: 'stale', isDirty: true },
  },
  'a conflict': {
    'it is shown as a question only': { record: storedClaim(), steps: ['type note=Mine', 'else description=Theirs', 'press save'], does: ['update description=Taxi note=Mine _rev=1'], phase: 'stale', doc: { note: 'Mine', description: 'Taxi' }, isDirty: true },
    'it may be resolved with my changes merged into theirs': { record: storedClaim(), steps: ['type note=Mine', 'else description=Theirs', 'press save', 'reload keep', 'press save'], does: ['update description=Taxi note=Mine _rev=1', 'fetch', 'update description=Theirs note=Mine _rev=2', 'done: Saved · C-1'], doc: { note: 'Mine', description: 'Theirs' }, isDirty: false },
    'it may be resolved with theirs only': { record: storedClaim(), steps: ['type note=Mine', 'else description=Theirs', 'press save', 'reload drop'], does: ['update description=Taxi note=Mine _rev=1', 'fetch'], doc: { note: undefined, description: 'Theirs' }, isDirty: false, isKept: false },
    'it discards my changes, with a message, when the record may no longer be changed': { record: storedClaim(), steps: ['type note=Mine', 'closes', 'press save', 'reload keep'], does: ['update description=Taxi note=Mine _rev=1', 'fetch', 'info: This record can no longer be changed, so your changes were not kept.'], doc: { note: undefined }, isDirty: false },
    'it remains when the question is dismissed': { record: storedClaim(), steps: ['type note=Mine', 'else note=Theirs', 'press save', 'dismiss', 'press save'], does: ['update description=Taxi note=Mine _rev=1', 'update description=Taxi note=Mine _rev=1'], phase: 'stale' },
    'it loses nothing when the record cannot be reloaded': { record: storedClaim(), steps: ['type note=Mine', 'else note=Theirs', 'press save', 'refuse fetch lost', 'reload keep'], does: ['update description=Taxi note=Mine _rev=1', 'fetch', 'warning: No internet connection'], phase: 'open', doc: { note: 'Mine' }, isDirty: true },
    'it is shown for an action too': { record: storedClaim(), steps: ['else note=Theirs', 'press check'], does: ['check rev 1'], phase: 'stale' },
  },
  'an action': {
    'it saves a new record first and opens it': { steps: ['type description=Bus', 'press send'], does: ['create description=Bus', 'send rev 1', 'done: Done: send · C-1', 'fetch', 'to /records/claim/card/C-1'], phase: 'gone' },
    'it saves changes first': { record: storedClaim(), steps: ['type note=Late', 'press send'], does: ['update description=Taxi note=Late _rev=1', 'send rev 2', 'done: Done: send · C-1', 'fetch'], phase: 'open', isDirty: false },
    'it saves nothing without changes': { record: storedClaim(), steps: ['press send'], does: ['send rev 1', 'done: Done: send · C-1', 'fetch'] },
    'it is not performed when the save is refused': { record: storedClaim(), steps: ['type note=Late', 'refuse update issues', 'press send'], does: ['update description=Taxi note=Late _rev=1', 'focus on description', 'error: Please correct what is marked.'], problems: ['description: Too vague.'], isDirty: true },
    'it leaves the record saved when the session ends after the save': { record: storedClaim(), steps: ['type note=Late', 'refuse run session', 'press send'], does: ['update description=Taxi note=Late _rev=1', 'send rev 2', 'error: Your session has ended. What you entered is saved.'], doc: { note: 'Late' }, isDirty: false },
    'it opens the record that was created for it when it is refused': { steps: ['type description=Bus', 'refuse run broken', 'press send'], does: ['create description=Bus', 'send rev 1', 'to /records/claim/card/C-1', 'error: Something went wrong on the server. Try again in a moment. What you entered is saved.'], phase: 'gone' },
    'it shows the record that was created for it in the dialog when it is refused': { isFramed: true, steps: ['type description=Bus', 'refuse run broken', 'press send'], does: ['create description=Bus', 'send rev 1', 'dialog shows C-1', 'error: Something went wrong on the server. Try again in a moment. What you entered is saved.'], phase: 'gone' },
    'it is confirmed first': { record: storedClaim(), steps: ['says yes', 'press close'], does: ['asked: Close it | Close C-1? | C-1 · Taxi', 'close rev 1', 'done: Done: close · C-1', 'fetch'] },
    'it is not performed without the confirmation': { record: storedClaim(), steps: ['press close'], does: ['asked: Close it | Close C-1? | C-1 · Taxi'] },
    'it asks about unsaved changes, and may save them': { record: storedClaim(), steps: ['type note=Late', 'says accept', 'press close'], does: ['asked: Close it | Close C-1? You have unsaved changes.', 'update description=Taxi note=Late _rev=1', 'close rev 2', 'done: Done: close · C-1', 'fetch'], doc: { note: 'Late' } },
    'it asks about unsaved changes, and may discard them': { record: storedClaim(), steps: ['type note=Late', 'says other', 'press close'], does: ['asked: Close it | Close C-1? You have unsaved changes.', 'close rev 1', 'done: Done: close · C-1', 'fetch'], doc: { note: undefined }, isDirty: false },
    'it loses no changes when it is refused without saving them': { record: storedClaim(), steps: ['type note=Late', 'says other', 'refuse run broken', 'press close'], does: ['asked: Close it | Close C-1? You have unsaved changes.', 'close rev 1', 'error: Something went wrong on the server. Try again in a moment.'], doc: { note: 'Late' }, isDirty: true },
    'it is refused in its own dialog': { record: storedClaim(), steps: ['refuse run input', 'enter pay R-1'], does: ['pay rev 1 receipt=R-1', 'in the dialog: receipt: Unknown receipt.'], problems: [] },
    'it shows what is not in order when it is a check that fails': { record: storedClaim(), steps: ['refuse run lost', 'press check'], does: ['check rev 1', 'info: Not in order: No internet connection'] },
    'it opens the list after a deletion and leaves no draft': { record: storedClaim(), steps: ['type note=Late', 'keep', 'press delete'], does: ['delete rev 1', 'done: Done: delete · C-1', 'to /records/claim'], phase: 'gone', isKept: false },
    'it closes the dialog after a deletion': { record: storedClaim(), isFramed: true, steps: ['press delete'], does: ['delete rev 1', 'done: Done: delete · C-1', 'dialog closed'], phase: 'gone' },
  },
  'what is offered after an action': {
    'it is asked about once a new record is stored, and opened over it': { steps: ['type description=Bus', 'type note=By_bus', 'says yes', 'press save'], does: ['create description=Bus note=By bus', 'done: Saved · C-1', 'to /records/claim/card/C-1', 'asked: Ticket | Buy a ticket for C-1 too?', 'opens ticket over C-1'] },
    'it is asked about after each change, and may be declined': { record: storedClaim({ note: 'By bus' }), steps: ['type description=Bus', 'press save'], does: ['update description=Bus note=By bus _rev=1', 'done: Saved · C-1', 'asked: Ticket | Buy a ticket for C-1 too?'], phase: 'open' },
    'it is not asked about while its condition is false of what is stored': { record: storedClaim({ note: 'By bus' }), steps: ['type note=On_foot', 'press save'], does: ['update description=Taxi note=On foot _rev=1', 'done: Saved · C-1'] },
    'it is asked about after an action that names it': { record: storedClaim({ note: 'By bus' }), steps: ['says yes', 'says yes', 'press close'], does: ['asked: Close it | Close C-1? | C-1 · Taxi', 'close rev 1', 'done: Done: close · C-1', 'fetch', 'asked: Ticket | Buy a ticket for C-1 too?', 'opens ticket over C-1'] },
    'it is not asked about after another one': { record: storedClaim({ note: 'By bus' }), steps: ['press check'], does: ['check rev 1', 'info: All in order.', 'fetch'] },
  },
  'sending for approval': {
    'it tells who decides, and asks': { steps: ['type description=Bus', 'says yes', 'press submit'], does: ['dry run of submit description=Bus', 'asked: submit | Send ? | Bus\nOtieno decides.', 'create description=Bus', 'submit rev 1', 'done: Done: submit · C-1', 'fetch', 'to /records/claim/card/C-1'] },
    'it is tried as it is stored when nothing is changed': { record: storedClaim(), steps: ['says yes', 'press submit'], does: ['dry run of submit ', 'asked: submit | Send C-1? | C-1 · Taxi\nOtieno decides.', 'submit rev 1', 'done: Done: submit · C-1', 'fetch'] },
    'it saves and asks nothing when it would be refused': { steps: ['type description=Bus', 'refuse dryRun issues', 'press submit'], does: ['dry run of submit description=Bus', 'focus on description', 'error: Please correct what is marked.'], problems: ['description: Too vague.'], isDirty: true, phase: 'open' },
    'it asks without a name when the server does not say': { steps: ['type description=Bus', 'refuse dryRun broken', 'press submit'], does: ['dry run of submit description=Bus', 'asked: submit | Send ? | Bus'] },
    'it is shown that another user saved first': { record: storedClaim(), steps: ['else note=Theirs', 'type note=Mine', 'press submit'], does: ['dry run of submit description=Taxi note=Mine'], phase: 'stale' },
    'it sends the names of files only': { steps: ['type description=Bus', 'choose a.pdf', 'press submit'], does: ['dry run of submit description=Bus attachments=[{"attachment":"","fileName":"a.pdf"}]', 'asked: submit | Send ? | Bus\nOtieno decides.'], files: ['a.pdf'] },
    'it is tried once by a double press': { steps: ['type description=Bus', 'start submit', 'press submit', 'answers'], does: ['dry run of submit description=Bus', 'asked: submit | Send ? | Bus\nOtieno decides.'] },
  },
  'the first line of a new record': {
    'it is not sent while nothing is entered in it': { steps: ['type description=Bus', 'press save'], does: ['create description=Bus', 'done: Saved · C-1', 'to /records/claim/card/C-1'] },
    'it stays open when other values are missed': { steps: ['press save'], does: ['focus on description'], problems: ['description: Required.'], doc: { lines: [{}] } },
    'its own values are missed where a line is needed': { steps: ['type description=Bus', 'press enrol'], does: ['focus on lines.0.text'], problems: ['lines.0.text: Required.'], doc: { lines: [{}] } },
    'it is the only one that is missed': { steps: ['type description=Bus', 'line A', 'press enrol'], does: ['create description=Bus lines=[{"text":"A"}]', 'enrol rev 1', 'done: Done: enrol · C-1', 'fetch', 'to /records/claim/card/C-1'] },
  },
  'files': {
    'they are sent with the next save, after the stored ones': { record: storedClaim({ attachments: [{ id: 'F1', fileName: 'a.pdf' }] }), steps: ['choose b.pdf', 'press save'], does: ['update description=Taxi attachments=[{"id":"F1","fileName":"a.pdf"},{"attachment":"b.pdf","fileName":"b.pdf"}] _rev=1', 'done: Saved · C-1'], files: [], isDirty: false },
    'they wait for the next save when they are chosen during a save': { record: storedClaim(), steps: ['choose a.pdf', 'start save', 'choose b.pdf', 'answers'], does: ['update description=Taxi attachments=[{"attachment":"a.pdf","fileName":"a.pdf"}] _rev=1', 'done: Saved · C-1'], files: ['b.pdf'], isDirty: true },
    'they are marked when the server refuses them, and stop the next attempt': { record: storedClaim({ attachments: [{ id: 'F1', fileName: 'a.pdf' }] }), steps: ['choose b.pdf', 'refuse update file', 'press save', 'press save'], does: ['update description=Taxi attachments=[{"id":"F1","fileName":"a.pdf"},{"attachment":"b.pdf","fileName":"b.pdf"}] _rev=1', 'focus on attachments.b.pdf', 'error: Please correct what is marked.', 'focus on attachments.b.pdf'], files: ['b.pdf: This is no PDF.'], problems: ['attachments.b.pdf: This is no PDF.'] },
    'they are required by an action that needs one': { record: storedClaim(), steps: ['press file'], does: ['focus on attachments'], problems: ['attachments: Attach a file.'] },
    'they satisfy such an action while they are pending': { record: storedClaim(), steps: ['choose a.pdf', 'press file'], does: ['update description=Taxi attachments=[{"attachment":"a.pdf","fileName":"a.pdf"}] _rev=1', 'file rev 2', 'done: Done: file · C-1', 'fetch'], files: [] },
    'they are discarded with the changes that an action discards': { record: storedClaim(), steps: ['choose a.pdf', 'says other', 'press close'], does: ['asked: Close it | Close C-1? You have unsaved changes.', 'close rev 1', 'done: Done: close · C-1', 'fetch'], files: [], isDirty: false },
    'they can be removed without losing what is being typed': { record: storedClaim({ attachments: [{ id: 'F1', fileName: 'a.pdf' }] }), steps: ['type note=Late', 'remove F1'], does: ['remove F1', 'fetch', 'done: Removed · C-1'], doc: { note: 'Late' }, isDirty: true },
    'they stay when they cannot be removed': { record: storedClaim({ attachments: [{ id: 'F1', fileName: 'a.pdf' }] }), steps: ['refuse remove lost', 'remove F1'], does: ['remove F1', 'error: No internet connection'] },
  },
  'a draft': {
    'it is kept for changes, and removed once they are saved': { record: storedClaim(), steps: ['type note=Late', 'keep', 'press save'], does: ['update description=Taxi note=Late _rev=1', 'done: Saved · C-1'], isKept: false },
    'it is not kept without changes': { record: storedClaim(), steps: ['keep'], does: [], isKept: false },
    'it is removed with its files when it is discarded': { record: storedClaim(), steps: ['type note=Late', 'choose a.pdf', 'keep', 'discard'], does: [], isKept: false, files: [], doc: { note: undefined }, isDirty: false },
    'it leaves an empty form when that of a new record is discarded': { steps: ['type note=Late', 'keep', 'discard'], does: [], isKept: false, doc: { note: undefined }, isDirty: false },
    'it is no longer kept while another screen opens': { steps: ['type description=Bus', 'press save', 'type note=Late', 'keep'], does: ['create description=Bus', 'done: Saved · C-1', 'to /records/claim/card/C-1'], isKept: false },
  },
  'leaving a card during a save': {
    'it keeps what was typed until the response arrives': { record: storedClaim(), steps: ['type note=Late', 'start save', 'keep'], does: ['update description=Taxi note=Late _rev=1'], phase: 'saving', isKept: true },
    'it keeps nothing once the save has succeeded': { record: storedClaim(), steps: ['type note=Late', 'start save', 'keep', 'answers'], does: ['update description=Taxi note=Late _rev=1', 'done: Saved · C-1'], phase: 'open', isKept: false },
    'it keeps what was typed when the save is refused': { record: storedClaim(), steps: ['type note=Late', 'refuse update session', 'start save', 'keep', 'answers'], does: ['update description=Taxi note=Late _rev=1', 'error: Your session has ended.'], phase: 'open', isKept: true },
  },
  'autosaved lines': {
    'they are saved alone': { record: storedClaim(), steps: ['type note=Late', 'line A', 'lines'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: saved'], doc: { note: 'Late', lines: [{ line_no: 1, text: 'A' }] }, isDirty: true },
    'they leave nothing unsaved and no draft when nothing else was changed': { record: storedClaim(), steps: ['line A', 'keep', 'lines'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: saved'], isDirty: false, isKept: false },
    'they are not sent without changes': { record: storedClaim(), steps: ['type note=Late', 'lines'], does: ['lines: same'] },
    'they keep what is typed meanwhile': { record: storedClaim(), steps: ['line A', 'leave', 'line B', 'type note=Late', 'answers'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: saved'], doc: { note: 'Late', lines: [{ line_no: 1, text: 'A' }, { text: 'B' }] }, isDirty: true },
    'a save waits for them and continues from their revision': { record: storedClaim(), steps: ['line A', 'leave', 'type note=Late', 'start save', 'answers'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: saved', 'update description=Taxi note=Late lines=[{"text":"A","line_no":1}] _rev=2', 'done: Saved · C-1'], isDirty: false },
    'an action waits for them': { record: storedClaim(), steps: ['line A', 'leave', 'says other', 'start check', 'answers'], does: ['update lines=[{"text":"A"}] _rev=1', 'asked: check | You have unsaved changes.', 'check rev 2', 'lines: saved', 'info: All in order.', 'fetch'] },
    'they wait during an action': { record: storedClaim(), steps: ['start check', 'line A', 'lines'], does: ['check rev 1', 'lines: same'], phase: 'acting' },
    'a conflict of theirs is shown like that of a save': { record: storedClaim(), steps: ['line A', 'else note=Theirs', 'lines'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: This record was changed by someone else.'], phase: 'stale', isDirty: true },
    'they remain to be sent when the session has ended': { record: storedClaim(), steps: ['line A', 'refuse update session', 'lines', 'lines'], does: ['update lines=[{"text":"A"}] _rev=1', 'lines: Your session has ended.', 'update lines=[{"text":"A"}] _rev=1', 'lines: saved'], isDirty: false },
  },
  'the change of another user': {
    'it is shown by a card without edits': { record: storedClaim(), steps: ['else note=Theirs', 'follow'], does: [], doc: { note: 'Theirs' }, isDirty: false },
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
    ['it shows the record without a draft', { record: storedClaim() }, { wasRestored: false, isDirty: false, note: undefined, description: 'Taxi', clashes: 0 }],
    ['it restores a draft of the same revision', { record: storedClaim(), draft }, { wasRestored: true, isDirty: true, note: 'Mine', description: 'Taxi', clashes: 0 }],
    ['it merges a draft of an earlier revision', { record: storedClaim({ _rev: 2, description: 'Theirs' }), draft }, { wasRestored: true, isDirty: true, note: 'Mine', description: 'Theirs', clashes: 0 }],
    ['it shows a clash with a draft that changed the same field', { record: storedClaim({ _rev: 2, note: 'Theirs' }), draft }, { wasRestored: true, isDirty: true, note: 'Mine', description: 'Taxi', clashes: 1 }],
    ['it ignores a draft of a record that may no longer be changed', { record: storedClaim({ _actions: [] }), draft }, { wasRestored: false, isDirty: false, note: undefined, description: 'Taxi', clashes: 0 }],
  ])('%s', (_, options, { wasRestored, isDirty, note, description, clashes }) => {
    const { card } = new CardScene(options)
    const state = card.state()
    expect({ wasRestored: state.wasRestored, isDirty: card.isDirty(), clashes: state.clashes.length }).toEqual({ wasRestored, isDirty, clashes })
    expect([card.model.value('note'), card.model.value('description')]).toEqual([note, description])
  })

  it('it notifies its subscribers of every change, and computes its facts once for each record', async () => {
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
