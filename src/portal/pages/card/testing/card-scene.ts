import type { Answer, ClientManifest, DryRun, WireRecord } from '../../../../contract/index.ts'
import { createEngine, statesOf } from '../../../../core/index.ts'
import type { FieldIssue, JsonObject, ResolvedSection } from '../../../../core/index.ts'
import { makeCatalogue, makeContext, makeRule } from '../../../../core/rules/testing/expense-catalogue.ts'
import { makeAction, makePermission, makeShape, makeType } from '../../../../core/testing/make-type.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { Draft, PendingFile } from '../../../drafts/draft-store.ts'
import type { References } from '../../../form/references.ts'
import type { Portal } from '../../../sdk.ts'
import { CardController } from '../card-controller.ts'
import type { CardParts } from '../card-parts.ts'
import { CardStore } from '../card-store.ts'

/** Claims with an action of each kind. */
const whole = makeType({
  shape: makeShape({
    no: { readOnly: true }, status: { readOnly: true }, description: { title: 'Description' }, note: { title: 'Note' }, rate: { title: 'Rate' },
    lines: { type: 'array', lineKey: 'line_no', line: makeShape({ line_no: { type: 'integer', readOnly: true }, text: {} }) },
  }, ['description']),
  permissions: { employee: makePermission('employee') },
  card: { sections: { lines: { name: 'lines', kind: 'lines', field: 'lines', views: ['main'], collapsed: false, columnsWide: 2, fields: [], columns: {}, dialogs: {} } as unknown as ResolvedSection }, views: {}, opens: { ticket: { label: 'Buy a ticket', page: 'ticket', when: 'doc.note == "By bus"', values: { claim: 'doc.no' }, asks: { after: ['save', 'close'], title: 'Ticket', text: 'Buy a ticket for {no} too?' } } }, actionsPosition: { fixed: 'bottom' } },
  rules: {
    'lines-needed': { ...makeRule('lines-needed', ['lines'], 'check', 'size(doc.lines) > 0'), for: ['enrol'], message: 'Add a line.' },
    'text-needed': { ...makeRule('text-needed', ['lines.text'], 'required', 'true'), for: ['enrol'] },
    'note-of-sundries': makeRule('note-of-sundries', ['note'], 'required', 'doc.description == "Sundries"'),
  },
  dualControl: { fields: ['rate'] } as NonNullable<ClientManifest['dualControl']>,
  attachments: { field: 'attachments', maxBytes: 1000, maxFiles: 5, types: [], requiredFor: ['file'] },
  messages: { 'attachments.required': 'Attach a file.' },
  actions: {
    save: makeAction('save', { from: ['new', 'Open'], who: ['owner'], saves: true }),
    send: makeAction('send', { from: ['new', 'Open'], who: ['owner'], to: 'Pending', savesFirst: true, startsApproval: true }),
    file: makeAction('file', { from: ['new', 'Open'], who: ['owner'], savesFirst: true }),
    enrol: makeAction('enrol', { from: ['new', 'Open'], who: ['owner'], to: 'Pending', savesFirst: true }),
    submit: makeAction('submit', { from: ['new', 'Open'], who: ['owner'], to: 'Pending', savesFirst: true, startsApproval: true, confirm: { text: 'Send {no}?' } }),
    close: makeAction('close', { from: ['Open'], who: ['owner'], confirm: { title: 'Close it', text: 'Close {no}?' } }),
    pay: makeAction('pay', { from: ['Open'], who: ['owner'], input: makeShape({ receipt: { title: 'Receipt' } }) }),
    check: makeAction('check', { from: ['Open'], who: ['owner'], answersOnly: true, failure: 'Not in order: ' }),
    delete: makeAction('delete', { from: ['Open'], who: ['owner'], deletes: true }),
  },
})
const manifest: ClientManifest = { ...whole, hidden: { onNew: [], inLists: [] } }
const compiled = createEngine(makeCatalogue([whole])).type(manifest.id)

/** The allowed actions in each state. */
const ACTIONS: Record<string, string[]> = { Open: ['save', 'send', 'submit', 'file', 'close', 'pay', 'check', 'delete'], Pending: [] }

/** The calls that a scene can have refused. */
export type Called = 'create' | 'update' | 'run' | 'dryRun' | 'fetch' | 'remove'

/** The server's refusals. */
const REFUSALS = {
  issues: () => new ApiError(422, 'validation', 'Please correct what is marked.', [{ path: 'description', rule: 'check', message: 'Too vague.', severity: 'error' }]),
  input: () => new ApiError(422, 'validation', 'Please correct what is marked.', [{ path: 'receipt', rule: 'check', message: 'Unknown receipt.', severity: 'error' }]),
  file: () => new ApiError(422, 'validation', 'Please correct what is marked.', [{ path: 'attachments.1', rule: 'attachments.type', message: 'This is no PDF.', severity: 'error' }]),
  session: () => new ApiError(401, 'signed-out', 'Your session has ended.'),
  lost: () => new ApiError(0, 'offline', 'No internet connection'),
  broken: () => new ApiError(500, 'http-500', 'Something went wrong on the server. Try again in a moment.'),
}

export type Refusal = keyof typeof REFUSALS

const CHECKED: FieldIssue = { path: '', rule: 'check', message: 'All in order.', severity: 'warning' }
const UNUSUAL: FieldIssue = { path: 'rate', rule: 'usual', message: 'This is unusual.', severity: 'warning' }

/** A server with one record, which counts revisions and acts once per idempotency key. */
class FakeServer {
  record: WireRecord | undefined
  /** The next call of a kind is refused with this. */
  readonly refused = new Map<Called, Refusal>()
  /** The next call of a kind is carried out, but its response is lost. */
  readonly lost = new Set<Called>()
  /** A new record waits for a second person. */
  asksFirst = false
  /** What is saved is unusual. */
  warns = false
  isSlow = false
  readonly #answered = new Map<string, Answer<WireRecord>>()
  #waiting: (() => void)[] = []
  readonly #note: (done: string) => void

  constructor(record: WireRecord | undefined, note: (done: string) => void) {
    this.record = record
    this.#note = note
  }

  /** Releases the waiting calls. */
  answer(): void {
    this.isSlow = false
    for (const go of this.#waiting.splice(0)) go()
  }

  /** Another user changes the record. */
  change(values: JsonObject): void {
    this.record = this.#next(values)
  }

  async write(kind: 'create' | 'update', fields: JsonObject, submit: string): Promise<Answer<WireRecord>> {
    await this.#arrive(kind, `${kind} ${textOf(fields)}`)
    const known = this.#answered.get(submit)
    if (known) return known
    const { _rev, _reason, attachments, lines, ...values } = fields
    this.#compare(_rev)
    this.record = this.#next({ ...values, ...(Array.isArray(lines) ? { lines: lines.map((line, index) => ({ line_no: index + 1, ...(line as JsonObject) })) } : {}), ...(Array.isArray(attachments) ? { attachments: attachments.map((file, index) => ({ id: `F${index + 1}`, ...(file as JsonObject) })) } : {}) })
    const answer: Answer<WireRecord> = { data: this.record, message: 'Saved.', ...(this.asksFirst ? { request: { type: 'change', key: 'R-1' } } : {}), ...(this.warns ? { warnings: [UNUSUAL] } : {}) }
    this.#answered.set(submit, answer)
    return this.#leave(kind, answer)
  }

  async run({ action, rev, input }: { action: string; rev?: number; input?: JsonObject }): Promise<Answer<WireRecord>> {
    await this.#arrive('run', `${action} rev ${rev ?? '-'}${input ? ` ${textOf(input)}` : ''}`)
    this.#compare(rev)
    const { to, deletes, answersOnly } = manifest.actions[action] ?? makeAction(action)
    const [status] = statesOf(to)
    const next = answersOnly ? this.#stored() : this.#next(status === undefined ? {} : { status, _actions: ACTIONS[status] ?? [] })
    this.record = deletes ? undefined : next
    return answersOnly ? { data: next, message: '', warnings: [CHECKED] } : { data: next, message: `Done: ${action}.` }
  }

  async dryRun({ action, fields }: { action: string; fields: JsonObject }): Promise<DryRun> {
    const { _rev, ...values } = fields
    await this.#arrive('dryRun', `dry run of ${action} ${textOf(values)}`)
    this.#compare(_rev)
    return { approvals: [{ title: 'Head', names: ['Otieno'], count: 1, mode: 'any' }] }
  }

  async fetch(): Promise<WireRecord> {
    await this.#arrive('fetch', 'fetch')
    return this.#stored()
  }

  async remove(id: string): Promise<Answer> {
    await this.#arrive('remove', `remove ${id}`)
    this.change({ attachments: [] })
    return { data: null, message: 'Removed.' }
  }

  async #arrive(kind: Called, done: string): Promise<void> {
    this.#note(done)
    if (this.isSlow) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    const refusal = this.refused.get(kind)
    this.refused.delete(kind)
    if (refusal) throw REFUSALS[refusal]()
  }

  #leave<T>(kind: Called, answer: T): T {
    if (this.lost.delete(kind)) throw REFUSALS.lost()
    return answer
  }

  #compare(rev: unknown): void {
    if (this.record && rev !== undefined && rev !== this.record._rev) throw new ApiError(409, 'stale', 'This record was changed by someone else.')
  }

  #stored(): WireRecord {
    if (!this.record) throw new ApiError(404, 'http-404', 'Not found, or you do not have access.')
    return this.record
  }

  #next(values: JsonObject): WireRecord {
    return { no: 'C-1', status: 'Open', _actions: ACTIONS['Open'] ?? [], ...this.record, ...values, _rev: (this.record?._rev ?? 0) + 1 }
  }
}

/** What was sent, without empty values. */
function textOf(fields: JsonObject): string {
  return Object.entries(fields).filter(([, value]) => value !== null && JSON.stringify(value) !== '[]').map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`).join(' ')
}

/** A stored claim. */
export const storedClaim = (values: JsonObject = {}): WireRecord => ({ no: 'C-1', status: 'Open', description: 'Taxi', _rev: 1, _actions: ACTIONS['Open'] ?? [], ...values })

/** A file that the user chose. */
export const chosenFile = (name: string): PendingFile => ({ id: name, file: new Blob([name]), fileName: name, mediaType: 'application/pdf', size: 1 })

const place = { user: 'u1', company: 'C', type: 'claim', key: undefined }

export interface SceneOptions {
  record?: WireRecord | undefined
  draft?: Draft | undefined
  /** Whether the card is in a dialog. */
  isFramed?: boolean
}

/** A card without a screen: its server, the user's answers, and a log of all that it does, in order. */
export class CardScene {
  readonly log: string[] = []
  readonly server: FakeServer
  readonly card: CardStore
  readonly controller: CardController
  /** The draft in this browser. */
  kept: Draft | undefined
  /** The user's answers to the questions, in order; when none is left, no. */
  readonly says: string[] = []

  constructor({ record, draft, isFramed = false }: SceneOptions = {}) {
    this.server = new FakeServer(record, (done) => this.log.push(done))
    this.kept = draft
    this.card = new CardStore(this.#parts(record, draft, isFramed))
    this.controller = new CardController(this.card)
    this.log.length = 0
  }

  #parts(record: WireRecord | undefined, draft: Draft | undefined, isFramed: boolean): CardParts {
    const { server, log } = this
    let made = 0
    const context = makeContext()
    return {
      data: {
        compiled, manifest, record, draft, place, view: 'main', scope: {}, carried: undefined, lists: {}, lookups: undefined,
        references: { ref: () => undefined, reload: () => Promise.resolve() } as unknown as References,
        follow: () => undefined,
      },
      portal: {
        bootstrap: { pages: {} }, settings: context.settings, actor: context.user, company: context.company, today: context.today,
        can: () => true, caption: ({ text }: { text: string }) => text, titleOf: () => ({ one: 'Claim', many: 'Claims', list: 'Claims', new: 'New claim' }),
      } as unknown as Portal,
      calls: {
        createRecord: (_, fields, submit = '') => server.write('create', fields, submit),
        updateRecord: (_, __, fields, submit = '') => server.write('update', fields, submit),
        runAction: (_, request) => server.run(request),
        checkRecord: () => Promise.reject(new Error('A card checks nothing by itself.')),
        dryRun: (_, request) => server.dryRun(request),
        deleteAttachment: (_, __, id) => server.remove(id),
        newIdempotencyKey: () => `key ${(made += 1)}`,
        readBase64: (file) => file.text(),
      },
      cache: {
        fetch: () => server.fetch(),
        put: () => undefined,
        outdate: () => undefined,
        remove: () => undefined,
      },
      drafts: {
        writeDraft: (_, kept) => {
          this.kept = kept
          return Promise.resolve(true)
        },
        dropDraft: () => {
          this.kept = undefined
          return Promise.resolve()
        },
      },
      screens: {
        frame: isFramed ? { close: () => void log.push('dialog closed'), open: (of) => void log.push(`dialog shows ${of}`) } : undefined,
        go: (path) => void log.push(`to ${path}`),
        isPhone: () => false,
        offer: (name, key) => void log.push(`opens ${name} over ${key}`),
      },
      dialogs: {
        toast: { success: (text) => void log.push(`done: ${text}`), info: (text) => void log.push(`info: ${text}`), warning: (text) => void log.push(`warning: ${text}`), error: (text) => void log.push(`error: ${text}`) },
        confirmed: ({ title, text, detail }) => {
          const answer = this.#asked(title, text, detail)
          return Promise.resolve(answer === 'no' ? undefined : { text: answer, isTicked: false, number: null, file: null })
        },
        chosen: ({ title, text }) => {
          const answer = this.#asked(title, text)
          return Promise.resolve(answer === 'accept' || answer === 'other' ? answer : undefined)
        },
        leadTo: (problem) => void log.push(`focus on ${problem?.path ?? ''}`),
        goTo: (problem) => void log.push(`go to ${problem.path}`),
        showHead: () => undefined,
      },
    }
  }

  #asked(title: string | undefined, text: string, detail?: string): string {
    this.log.push(`asked: ${[title, text, detail].filter(Boolean).join(' | ')}`)
    return this.says.shift() ?? 'no'
  }
}
