import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OFFICE, SCRIPTS, claiming, pictureOf, withEmptyTexts } from './files-in-disguise.ts'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, PIXEL, line, openEntry, raise, raiseAndSend, read, request, snapshot, type Reply } from './petty-cash-cases.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
interface Sent { who?: Caller; method?: Method; path: string; body?: object; raw?: string; headers?: Record<string, string> }
interface Scene { open: string; rev: number; sent: string; entryNo: number; released: string; wanjiku: Caller; otieno: Caller; baraka: Caller; mutua: Caller; zawadi: Caller; admin: Caller }
interface Case { name: string; status: number; code: string; says: RegExp | string; send: (scene: Scene) => Sent }

const JSON_TYPE = { 'content-type': 'application/json' }
const LIMIT = 10_000_000

const update = (more: object) => ({ open }: Scene): Sent => ({ path: 'hrmis/pettycash/update', body: { no: open, ...more } })
const withLine = (more: object) => update({ pettyCashLinesAPI: [line(more)] })
const withFile = (fileName: unknown, attachment: unknown) => update({ attachments: [{ fileName, attachment }] })
const list = (query: string) => (): Sent => ({ method: 'GET', path: `hrmis/pettycash?${query}` })
const raw = (text: string, headers: Record<string, string> = JSON_TYPE) => (): Sent => ({ path: 'hrmis/pettycash', raw: text, headers })
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

const FIELDS: Case[] = [
  { name: 'an unknown field', status: 422, code: 'invalid-document', says: /descriptn.*description/, send: update({ descriptn: 'x' }) },
  { name: 'an unknown field of a line', status: 422, code: 'invalid-document', says: /amonut/, send: withLine({ amonut: 5 }) },
  { name: 'a number in place of a text', status: 422, code: 'invalid-document', says: /Description.*text/, send: update({ description: 42 }) },
  { name: 'a text in place of a number', status: 422, code: 'invalid-document', says: /Amount.*number/, send: withLine({ amount: '1200' }) },
  { name: 'a text in place of the lines', status: 422, code: 'invalid-document', says: /list of lines/, send: update({ pettyCashLinesAPI: 'all' }) },
  { name: 'a number in place of a line', status: 422, code: 'invalid-document', says: /a line/, send: update({ pettyCashLinesAPI: [7] }) },
  { name: 'a negative amount', status: 422, code: 'invalid-document', says: 'Cannot be less than 1', send: withLine({ amount: -5 }) },
  { name: 'an amount of zero', status: 422, code: 'invalid-document', says: 'Cannot be less than 1', send: withLine({ amount: 0 }) },
  { name: 'a fraction of a cent', status: 422, code: 'invalid-document', says: /Amount.*decimals/, send: withLine({ amount: 1.005 }) },
  { name: 'an amount of 1e300', status: 422, code: 'invalid-document', says: /Amount/, send: withLine({ amount: 1e300 }) },
  { name: 'a date that does not exist', status: 422, code: 'invalid-document', says: /Posting Date/, send: update({ posting_date: '2026-02-30' }) },
  { name: 'a date in the future', status: 422, code: 'invalid-document', says: 'Posting Date should not be a future date', send: update({ posting_date: '2026-06-16' }) },
  { name: 'an unknown code', status: 422, code: 'invalid-document', says: /Code/, send: withLine({ expense_code: 'NOPE' }) },
  { name: 'SQL in place of a code', status: 422, code: 'invalid-document', says: /Code/, send: withLine({ expense_code: "MEALS'; drop table documents; --" }) },
  { name: 'a very long text', status: 422, code: 'invalid-document', says: /250/, send: update({ description: 'x'.repeat(300_000) }) },
  { name: 'a document of 201 lines', status: 422, code: 'invalid-document', says: /200/, send: update({ pettyCashLinesAPI: Array.from({ length: 201 }, () => line()) }) },
  { name: 'a line that the document does not have', status: 422, code: 'invalid-document', says: /line/i, send: withLine({ line_no: 99 }) },
  { name: 'NUL in a text', status: 400, code: 'invalid-request', says: /"description" contains characters/, send: update({ description: 'a\0b' }) },
  { name: 'half of a surrogate pair', status: 400, code: 'invalid-request', says: /"description" contains characters/, send: update({ description: 'a\ud800b' }) },
  { name: 'a forged owner', status: 422, code: 'invalid-document', says: /Employee No/, send: update({ employee_no: 'MRT-001' }) },
  { name: 'a forged state', status: 422, code: 'invalid-document', says: /Status/, send: update({ status: 'Released' }) },
  { name: 'a forged payer', status: 422, code: 'invalid-document', says: /paid/i, send: update({ paid_by: 'Wanjiku' }) },
  { name: 'a forged owner on a new document', status: 422, code: 'invalid-document', says: /Employee No/, send: () => ({ path: 'hrmis/pettycash', body: request({ employee_no: 'MRT-001' }) }) },
  { name: 'a forged number on a new document', status: 422, code: 'invalid-document', says: /No/, send: () => ({ path: 'hrmis/pettycash', body: request({ no: 'PC-1999-00001' }) }) },
]

const FILES: Case[] = [
  ...Object.entries({ ...OFFICE, ...SCRIPTS }).flatMap(([kind, content]): Case[] => [
    { name: `a file of the kind ${kind}`, status: 422, code: 'invalid-file', says: /cannot be attached here. Accepted: PDF, PNG, JPG/, send: withFile(`receipt.${kind}`, content) },
    { name: `a file of the kind ${kind} named as a PDF`, status: 422, code: 'invalid-file', says: 'receipt.pdf is damaged, or its content is not PDF. Open it, save it again and attach it again.', send: withFile('receipt.pdf', content) },
  ]),
  { name: 'a picture named as a program', status: 422, code: 'invalid-file', says: /receipt\.png\.exe is not what its name says: its content is PNG/, send: withFile('receipt.png.exe', PIXEL) },
  { name: 'a picture named as a PDF', status: 422, code: 'invalid-file', says: /not what its name says: its content is PNG/, send: withFile('receipt.pdf', PIXEL) },
  { name: 'a file of two million bytes', status: 422, code: 'invalid-file', says: 'File size should be less than 2 MB!', send: withFile('big.png', pictureOf(2_000_000)) },
  { name: 'a file of 2.5 million bytes', status: 422, code: 'invalid-file', says: 'File size should be less than 2 MB!', send: withFile('big.png', pictureOf(2_500_000)) },
  { name: 'the first three bytes of a photograph', status: 422, code: 'invalid-file', says: 'a.jpg is damaged, or its content is not JPG. Open it, save it again and attach it again.', send: withFile('a.jpg', '/9j/') },
  { name: 'a picture of 158,000 parts', status: 422, code: 'invalid-file', says: 'a.png is damaged, or its content is not PNG. Open it, save it again and attach it again.', send: withFile('a.png', withEmptyTexts(Buffer.from(PIXEL, 'base64'), 158_000).toString('base64')) },
  { name: 'a picture that claims 30,000 by 30,000 points', status: 422, code: 'invalid-file', says: /a\.png is damaged/, send: withFile('a.png', claiming(30_000, 30_000)) },
  { name: 'a list of files of which one is too large', status: 422, code: 'invalid-file', says: 'Each file size should be less than 2 MB!', send: update({ attachments: [{ fileName: 'a.png', attachment: PIXEL }, { fileName: 'big.png', attachment: pictureOf(2_000_000) }] }) },
  { name: 'an empty file', status: 422, code: 'invalid-file', says: /empty/, send: withFile('empty.png', '') },
  { name: 'a file that is not base64', status: 422, code: 'invalid-file', says: /bad\.png/, send: withFile('bad.png', '%%%%') },
  { name: 'a file that is a number', status: 422, code: 'invalid-file', says: /bad\.png/, send: withFile('bad.png', 5) },
  { name: 'an object in place of the list of files', status: 400, code: 'invalid-request', says: /list of files/, send: update({ attachments: { fileName: 'a.png' } }) },
  { name: 'a list of eleven files', status: 422, code: 'invalid-file', says: /10/, send: update({ attachments: Array.from({ length: 11 }, (_, n) => ({ fileName: `${n}.png`, attachment: PIXEL })) }) },
  { name: 'a file that the document does not have', status: 422, code: 'invalid-file', says: /no longer there/, send: update({ attachments: [{ id: '00000000-0000-4000-8000-000000000000' }] }) },
]

const RIGHTS: Case[] = [
  { name: 'a stale revision', status: 409, code: 'stale', says: 'This record was changed by someone else. Reload.', send: update({ _rev: 99, description: 'late' }) },
  { name: 'a stale If-Match', status: 409, code: 'stale', says: 'This record was changed by someone else. Reload.', send: ({ open }) => ({ path: 'hrmis/pettycash/update', body: { no: open, description: 'late' }, headers: { 'if-match': '"99"' } }) },
  { name: 'a text in place of a revision', status: 400, code: 'invalid-request', says: /_rev/, send: update({ _rev: 'new' }) },
  { name: 'an object in place of a revision', status: 400, code: 'invalid-request', says: /_rev/, send: update({ _rev: { toString: 0 } }) },
  { name: 'changing a request that awaits approval', status: 409, code: 'wrong-state', says: /not possible while Petty Cash PC-\S+ is Pending Approval/, send: ({ sent }) => ({ path: 'hrmis/pettycash/update', body: { no: sent, description: 'sly' } }) },
  { name: 'sending a request twice', status: 409, code: 'wrong-state', says: /Send For Approval is not possible/, send: ({ sent }) => ({ path: 'hrmis/pettycash/sendForApproval', body: { headerNo: sent } }) },
  { name: 'reopening an open request', status: 409, code: 'wrong-state', says: /Reopen is not possible/, send: ({ open }) => ({ path: `documents/petty-cash/${open}/actions/reopen`, body: {} }) },
  { name: 'deleting a request that awaits approval', status: 409, code: 'wrong-state', says: /Delete is not possible/, send: ({ sent }) => ({ method: 'DELETE', path: `hrmis/pettycash?no=${sent}` }) },
  { name: 'paying a request that is not approved', status: 409, code: 'wrong-state', says: /Pay is not possible/, send: ({ open, mutua }) => ({ who: mutua, path: 'hrmis/pettycash/pay', body: { headerNo: open, bank: 'HQ', paidOn: '2026-06-15' } }) },
  { name: 'paying one’s own request', status: 403, code: 'action-not-yours', says: /Pay is not yours/, send: ({ released }) => ({ path: 'hrmis/pettycash/pay', body: { headerNo: released, bank: 'HQ', paidOn: '2026-06-15' } }) },
  { name: 'paying without a float and a date', status: 422, code: 'invalid-document', says: /Required/, send: ({ released, mutua }) => ({ who: mutua, path: 'hrmis/pettycash/pay', body: { headerNo: released } }) },
  { name: 'paying from an unknown float', status: 422, code: 'invalid-document', says: /Float/, send: ({ released, mutua }) => ({ who: mutua, path: 'hrmis/pettycash/pay', body: { headerNo: released, bank: 'NOPE', paidOn: '2026-06-15' } }) },
  { name: 'printing a request that is not approved', status: 409, code: 'print-not-offered', says: /cannot be printed/, send: ({ open }) => ({ method: 'GET', path: `documents/petty-cash/${open}/print/document` }) },
  { name: 'an action that the type does not have', status: 404, code: 'not-found', says: /no such record/, send: ({ open }) => ({ path: `documents/petty-cash/${open}/actions/constructor`, body: {} }) },
  { name: 'reading another person’s request', status: 404, code: 'not-found', says: /do not have access/, send: ({ open, baraka }) => ({ who: baraka, method: 'GET', path: `hrmis/pettycash/show?document_no=${open}` }) },
  { name: 'changing another person’s request', status: 404, code: 'not-found', says: /do not have access/, send: ({ open, baraka }) => ({ who: baraka, path: 'hrmis/pettycash/update', body: { no: open, description: 'mine' } }) },
  { name: 'deleting another person’s request', status: 404, code: 'not-found', says: /do not have access/, send: ({ open, baraka }) => ({ who: baraka, method: 'DELETE', path: `hrmis/pettycash?no=${open}` }) },
  { name: 'reading a request of another company', status: 404, code: 'not-found', says: /do not have access/, send: ({ open, zawadi }) => ({ who: zawadi, method: 'GET', path: `documents/petty-cash/${open}` }) },
  { name: 'an unknown number of a request', status: 404, code: 'not-found', says: /no such record/, send: () => ({ method: 'GET', path: 'hrmis/pettycash/show?document_no=PC-1999-00001' }) },
  { name: 'an unknown document type', status: 404, code: 'unknown-route', says: /nothing at this address/, send: () => ({ method: 'GET', path: 'documents/moon-landing' }) },
  { name: 'NUL in a number', status: 404, code: 'not-found', says: /no such record/, send: () => ({ method: 'GET', path: 'documents/petty-cash/PC%00' }) },
  { name: 'NUL in the id of a file', status: 404, code: 'not-found', says: /no such record/, send: ({ open }) => ({ method: 'GET', path: `documents/petty-cash/${open}/files/%00` }) },
  { name: 'a call without a number', status: 400, code: 'key-missing', says: /document_no/, send: () => ({ method: 'GET', path: 'hrmis/pettycash/show' }) },
  { name: 'creating a ledger entry', status: 403, code: 'create-not-allowed', says: /may not create/, send: ({ mutua }) => ({ who: mutua, path: 'documents/petty-cash-ledger', body: { amount: 1_000_000 } }) },
  { name: 'creating a master as an employee', status: 403, code: 'create-not-allowed', says: /may not create/, send: () => ({ path: 'documents/currency', body: { code: 'ZWL', name: 'Zimbabwe Dollar' } }) },
  { name: 'a change from a tab of another company', status: 409, code: 'wrong-company', says: /another company/, send: ({ open }) => ({ ...update({ description: 'x' })({ open } as Scene), headers: { 'x-company': 'USC' } }) },
]

const DECISIONS: Case[] = [
  { name: 'a rejection without a reason', status: 422, code: 'reason-missing', says: 'Reason is required', send: ({ otieno, entryNo }) => ({ who: otieno, path: 'approvals/reject', body: { entryNo } }) },
  { name: 'a reason of 251 characters', status: 422, code: 'reason-too-long', says: /250/, send: ({ otieno, entryNo }) => ({ who: otieno, path: 'approvals/reject', body: { entryNo, reason: 'x'.repeat(251) } }) },
  { name: 'a reason that is a number', status: 400, code: 'invalid-request', says: /reason/, send: ({ otieno, entryNo }) => ({ who: otieno, path: 'approvals/reject', body: { entryNo, reason: 7 } }) },
  { name: 'an approval by a person who sees the request but is not its approver', status: 403, code: 'not-the-approver', says: /contact the sender\/admin/, send: ({ mutua, entryNo }) => ({ who: mutua, path: 'approvals/approve', body: { entryNo } }) },
  { name: 'an approval by a person who cannot see the request', status: 404, code: 'not-found', says: /no such record/, send: ({ baraka, entryNo }) => ({ who: baraka, path: 'approvals/approve', body: { entryNo } }) },
  { name: 'an approval of one’s own request', status: 403, code: 'self-approval', says: /your own request/, send: ({ entryNo }) => ({ path: 'approvals/approve', body: { entryNo } }) },
  { name: 'an approval by a person of another company', status: 404, code: 'not-found', says: /no such record/, send: ({ zawadi, entryNo }) => ({ who: zawadi, path: 'approvals/approve', body: { entryNo } }) },
  { name: 'an approval as an action of a request that the person cannot see', status: 404, code: 'not-found', says: /no such record/, send: ({ baraka, sent }) => ({ who: baraka, path: `documents/petty-cash/${sent}/actions/approve`, body: {} }) },
  { name: 'an unknown approval entry', status: 404, code: 'not-found', says: /no such record/, send: ({ otieno }) => ({ who: otieno, path: 'approvals/approve', body: { entryNo: 999_999_999 } }) },
  ...['approvals/approve', 'approvals/reject', 'approvals/delegate'].map((path): Case => ({ name: `an object in place of the entry number, at ${path},`, status: 400, code: 'key-missing', says: /entryNo/, send: ({ otieno }) => ({ who: otieno, path, body: { entryNo: { toString: 1, valueOf: 1 } } }) })),
  { name: 'a text in place of the entry number', status: 400, code: 'key-missing', says: /entryNo/, send: ({ otieno }) => ({ who: otieno, path: 'approvals/approve', body: { entryNo: 'first' } }) },
  { name: 'a delegation to an unknown employee', status: 422, code: 'delegate-unknown', says: /MRT-999/, send: ({ otieno, entryNo }) => ({ who: otieno, path: 'approvals/delegate', body: { entryNo, to: 'MRT-999' } }) },
  { name: 'a delegation to the sender', status: 422, code: 'delegate-is-requester', says: /person who made it/, send: ({ otieno, entryNo }) => ({ who: otieno, path: 'approvals/delegate', body: { entryNo, to: 'MRT-015' } }) },
  { name: 'a return where the type offers none', status: 422, code: 'return-not-offered', says: /cannot be returned/, send: ({ otieno, entryNo }) => ({ who: otieno, path: 'approvals/return', body: { entryNo, reason: 'x' } }) },
  { name: 'a stale revision of the entry', status: 409, code: 'stale', says: 'This record was changed by someone else. Reload.', send: ({ otieno, entryNo }) => ({ who: otieno, path: 'approvals/approve', body: { entryNo, _rev: 77 } }) },
]

const LISTS: Case[] = [
  ...['0', '-1', '1001', '1e9', 'all', '2.5'].map((limit): Case => ({ name: `a page size of ${limit}`, status: 400, code: 'invalid-request', says: /1 to 1000/, send: list(`limit=${limit}`) })),
  ...['x', 'eyJhIjoxfQ', Buffer.from('[1,"a","b","other",1]').toString('base64url')].map((cursor): Case => ({ name: `the cursor ${cursor}`, status: 400, code: 'invalid-cursor', says: /first page/, send: list(`cursor=${cursor}`) })),
  { name: 'an unknown sort field', status: 400, code: 'invalid-sort', says: /constructor/, send: list('sort=constructor') },
  { name: 'an unknown sort field after one that is known', status: 400, code: 'invalid-sort', says: /constructor/, send: list('sort=no,-constructor') },
  { name: 'more sort fields than a list takes', status: 400, code: 'invalid-request', says: /at most 3 fields/, send: list('sort=no,status,posting_date,total_amount') },
  { name: 'a sort field that is named twice', status: 400, code: 'invalid-request', says: /each once/, send: list('sort=no,-no') },
  { name: 'SQL in place of a sort field', status: 400, code: 'invalid-sort', says: /sorted/, send: list('sort=no;drop table documents') },
  { name: 'an unknown filter', status: 400, code: 'invalid-filter', says: /colour/, send: list('colour=red') },
  { name: 'a filter by an invalid date', status: 400, code: 'invalid-filter', says: /posting_date/, send: list('posting_date_from=yesterday') },
  { name: 'the filter mine=yes', status: 400, code: 'invalid-filter', says: /mine/, send: list('mine=yes') },
  { name: 'the filter mine=1 of a person without an employee number', status: 400, code: 'invalid-filter', says: /mine/, send: ({ admin }) => ({ who: admin, method: 'GET', path: 'documents/petty-cash?mine=1' }) },
  { name: 'NUL in a search', status: 400, code: 'invalid-request', says: /search/, send: list('search=a%00b') },
  { name: 'an unknown scope', status: 400, code: 'invalid-filter', says: /scope/, send: () => ({ method: 'GET', path: 'approvals/approvalEntries?scope=all' }) },
  { name: 'an unknown status', status: 400, code: 'invalid-filter', says: /status/, send: () => ({ method: 'GET', path: 'approvals/approvalEntries?status=Maybe' }) },
]

const SHAPES: Case[] = [
  { name: 'broken JSON', status: 400, code: 'invalid-json', says: /not valid JSON/, send: raw('{"description":') },
  { name: 'an empty body', status: 400, code: 'invalid-json', says: /not valid JSON/, send: raw('') },
  { name: 'a list in place of a document', status: 400, code: 'invalid-request', says: /JSON object/, send: raw('[1,2]') },
  { name: 'a text in place of a document', status: 400, code: 'invalid-request', says: /JSON object/, send: raw('"hello"') },
  { name: 'a body in XML', status: 415, code: 'unsupported-media', says: 'Send the request as JSON.', send: raw('<a/>', { 'content-type': 'text/xml' }) },
  { name: 'a body of plain text', status: 415, code: 'unsupported-media', says: 'Send the request as JSON.', send: raw('{}', { 'content-type': 'text/plain' }) },
  { name: 'the body of a form', status: 415, code: 'unsupported-media', says: 'Send the request as JSON.', send: raw('description=x', { 'content-type': 'application/x-www-form-urlencoded' }) },
  { name: 'a body with a __proto__', status: 400, code: 'invalid-json', says: /not valid JSON/, send: raw('{"description":"x","__proto__":{"isAdmin":true}}') },
  { name: 'a body with a constructor and its prototype', status: 400, code: 'invalid-json', says: /not valid JSON/, send: raw('{"constructor":{"prototype":{"isAdmin":true}}}') },
  { name: 'a field named toString', status: 422, code: 'invalid-document', says: /toString/, send: update({ toString: 'x', hasOwnProperty: 'y' }) },
  { name: 'a body nested 20 deep', status: 400, code: 'invalid-request', says: /nested deeper/, send: raw(nested(20)) },
  { name: 'a body nested 50,000 deep', status: 400, code: 'invalid-request', says: /nested deeper/, send: () => ({ path: 'hrmis/pettycash', raw: nested(50_000), headers: { ...JSON_TYPE, 'idempotency-key': 'deep' } }) },
  { name: 'an idempotency key of 201 characters', status: 400, code: 'invalid-request', says: /Idempotency-Key/, send: () => ({ path: 'hrmis/pettycash', body: request(), headers: { 'idempotency-key': 'k'.repeat(201) } }) },
  { name: 'an address that cannot be decoded', status: 404, code: 'unknown-route', says: /nothing at this address/, send: () => ({ method: 'GET', path: 'documents/petty-cash/%zz' }) },
  { name: 'a body larger than ten files', status: 413, code: 'too-large', says: /larger than the 30\.4 MB/, send: raw(`{"description":"${'x'.repeat(3.2 * LIMIT)}"}`) },
  { name: 'a large body for a call that takes no files', status: 413, code: 'too-large', says: /larger than the 1\.05 MB/, send: ({ open }) => ({ path: 'hrmis/pettycash/cancelApprovalRequest', body: { headerNo: open, attachments: 'x'.repeat(LIMIT) } }) },
  { name: 'an unknown group of settings', status: 422, code: 'invalid-document', says: /no group/, send: ({ admin }) => ({ who: admin, path: 'admin/updateSettings', body: { nonsense: { a: 1 } } }) },
  { name: 'a setting that cannot be stored', status: 400, code: 'invalid-request', says: /cannot be stored/, send: ({ admin }) => ({ who: admin, path: 'admin/updateSettings', body: { minor_settings: { pettycash_caption: 'a\0' } } }) },
  { name: 'a change of settings by an employee', status: 403, code: 'forbidden', says: /not allowed/, send: () => ({ path: 'admin/updateSettings', body: { minor_settings: { pettycash_caption: 'Mine' } } }) },
]

describe.each(ONE_KIND)('bad input on %s', (kind) => {
  let test: TestApp
  let scene: Scene

  beforeAll(async () => {
    test = await startApp({ kind, settings: NO_CEILINGS })
    const [wanjiku, otieno, baraka, mutua, zawadi, admin] = await Promise.all(
      ['wanjiku@mazingira', 'otieno@mazingira', 'baraka@mazingira', 'mutua@mazingira', 'zawadi@uwezo', 'admin@mazingira'].map((name) => test.signIn(`${name}.example`)),
    ) as [Caller, Caller, Caller, Caller, Caller, Caller]
    const { no: open, _rev: rev } = await raise(wanjiku)
    const { no: sent } = await raiseAndSend(wanjiku)
    const { entryNo } = await openEntry(otieno, sent)
    const { no: released } = await raiseAndSend(wanjiku)
    expect((await otieno.call('POST', 'approvals/approve', { entryNo: (await openEntry(otieno, released)).entryNo })).statusCode).toBe(200)
    scene = { open, rev, sent, entryNo, released, wanjiku, otieno, baraka, mutua, zawadi, admin }
  })
  afterAll(() => test.stop())

  it.each([...FIELDS, ...FILES, ...RIGHTS, ...DECISIONS, ...LISTS, ...SHAPES].map((one) => [one.name, one] as const))('%s is refused with a message and changes nothing', async (_, { status, code, says, send }) => {
    const before = await snapshot(test)
    const { who = scene.wanjiku, method = 'POST', path, body, raw: text, headers = {} } = send(scene)
    const answer = await test.inject({
      method, url: `/api/v1/${path}`, headers: { authorization: `Bearer ${who.token}`, ...headers },
      ...((text ?? body) !== undefined && { payload: text ?? body ?? '' }),
    })
    expect([answer.statusCode, answer.json<Reply>().code], answer.body.slice(0, 500)).toEqual([status, code])
    const { message } = answer.json<Reply>()
    expect(message).toMatch(says)
    expect(message.length).toBeGreaterThan(8)
    expect(answer.body).not.toMatch(/\bat .+\.(ts|js):\d+|select |insert into/)
    expect(await snapshot(test)).toEqual(before)
  })

  it('a search for SQL, a long search and a file name with folders are accepted, and the folders are dropped', async () => {
    const searched = await scene.wanjiku.call('GET', `hrmis/pettycash?search=${encodeURIComponent("' or 1=1; drop table documents; -- %_\\")}`)
    expect(searched.json()).toMatchObject({ data: [] })
    expect((await scene.wanjiku.call('GET', `hrmis/pettycash?search=${'lunch '.repeat(500)}`)).statusCode).toBe(200)
    const { no } = await raise(scene.wanjiku, { attachments: [{ fileName: '../../etc/..\\passwd\u202egnp.png', attachment: PIXEL }, { fileName: 'no extension', attachment: PIXEL }] })
    expect((await read(scene.wanjiku, no)).attachments.map((file) => file.fileName)).toEqual(['passwdgnp.png', 'no extension.png'])
  })

  it('a file of one byte less than two million is accepted', async () => {
    const { no } = await raise(scene.wanjiku, { attachments: [{ fileName: 'big.png', attachment: pictureOf(1_999_999) }] })
    expect((await read(scene.wanjiku, no)).attachments).toMatchObject([{ fileName: 'big.png', size: 1_999_999 }])
  })
})
