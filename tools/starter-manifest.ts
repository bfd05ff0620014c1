/**
 * The manifest that a new document type starts from: a request with an owner, lines, approval by the supervisor, and every key that most
 * types need.
 */

/** The names for the starter. `schema` is the relative path from the manifest to document-type.schema.json. */
export interface StarterNames {
  id: string
  title: string
  schema: string
}

/** Returns a manifest that loads without changes; its author then adapts it to the document. */
export function starterManifest({ id, title, schema }: StarterNames): Record<string, unknown> {
  const prefix = id.split('-').map((word) => word[0]).join('').toUpperCase()
  const plural = pluralOf(title)
  return {
    $schema: schema,
    id,
    kind: 'document',
    title: { one: title, many: plural, new: `New ${title}` },
    key: 'no',
    series: `${prefix}-{YYYY}-{00000}`,
    owner: 'employee_no',
    schema: {
      type: 'object',
      required: ['description', 'needed_on', 'lines'],
      properties: {
        no: { title: 'No.', readOnly: true },
        status: { title: 'Status', readOnly: true },
        employee_no: { title: 'Employee No.', 'x-stamp': 'user.employee' },
        employee_name: { title: 'Employee', 'x-stamp': 'user.name' },
        description: { title: 'Description', maxLength: 100 },
        needed_on: { format: 'date', title: 'Needed on', 'x-default': 'today' },
        lines: { title: 'Lines', minItems: 1, items: { $ref: '#/$defs/line' }, 'x-line-key': 'line_no' },
        total: { title: 'Total', 'x-compute': 'sum(doc.lines.map(l, l.amount))', 'x-money': '' },
      },
      $defs: {
        line: {
          type: 'object',
          required: ['item', 'amount'],
          properties: {
            line_no: { type: 'integer', readOnly: true, 'x-hidden': true },
            item: { title: 'Item', maxLength: 100 },
            amount: { title: 'Amount', exclusiveMinimum: 0, 'x-money': '' },
          },
        },
      },
    },
    rules: {
      'not-in-the-past': { on: 'needed_on', check: 'doc.needed_on >= today', message: 'The date cannot be in the past.' },
    },
    list: {
      columns: { no: {}, status: {}, employee_name: {}, description: {}, needed_on: {}, total: {} },
      search: ['no', 'employee_name', 'description'],
      filters: { needed_on: 'range' },
      tiles: { all: 'All', Open: 'Open', 'Pending Approval': 'Pending Approval', Released: 'Approved' },
    },
    card: {
      sections: {
        request: { title: 'Request', fields: ['employee_no', 'employee_name', 'description', 'needed_on'] },
        lines: { title: 'Lines', field: 'lines', columns: { item: {}, amount: {} } },
        approvals: { kind: 'approvals', title: 'Approval' },
        history: { kind: 'history', title: 'History' },
      },
    },
    states: {
      Open: { initial: true, editable: true },
      'Pending Approval': { tone: 'progress' },
      Released: { label: 'Approved', final: true, tone: 'success' },
      Rejected: { tone: 'danger' },
    },
    actions: {
      save: { label: 'Save', from: ['new', 'Open'], who: ['owner'], saves: true },
      send: {
        label: 'Send For Approval', from: ['new', 'Open'], who: ['owner'], savesFirst: true, to: 'Pending Approval', starts: 'approval',
        confirm: 'Are you sure you want to send this request for approval?', success: `${title} sent for approval`,
      },
      cancel: { label: 'Cancel Approval Request', from: ['Pending Approval'], who: ['owner'], to: 'Open', ends: 'approval', confirm: 'Are you sure you want to cancel this approval request?' },
      reopen: { label: 'Reopen', from: ['Rejected'], who: ['owner'], to: 'Open', tone: 'primary' },
      delete: { label: 'Delete', from: ['Open'], who: ['owner'], deletes: true, confirm: 'Are you sure you want to delete this request?' },
    },
    approval: { steps: { supervisor: { approver: 'supervisor' } }, approved: 'Released', rejected: 'Rejected', summary: ['employee_name', 'description', 'total'] },
    permissions: {
      employee: { rows: 'doc.employee_no == user.employee', can: ['list', 'get', 'create'] },
      approver: { rows: 'doc.no in user.assigned', can: ['get'] },
    },
    messages: { created: `${title} {no} saved` },
  }
}

/** Returns the first cases of `cases.json`: what the owner may do with a complete request, and what an empty one lacks. */
export function starterCases(): Record<string, unknown>[] {
  const doc = { description: 'Chairs for the training room', needed_on: '2026-06-20', lines: [{ item: 'Chair', amount: 4500 }, { item: 'Delivery', amount: 500 }] }
  return [
    { name: 'a complete request may be saved and sent', doc, expect: { errors: {}, actions: ['save', 'send'], values: { total: 5000 } } },
    { name: 'yesterday is refused', doc: { ...doc, needed_on: '2026-06-14' }, expect: { errors: { needed_on: 'The date cannot be in the past.' } } },
  ]
}

function pluralOf(title: string): string {
  if (/[^aeiou]y$/i.test(title)) return `${title.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/i.test(title) ? `${title}es` : `${title}s`
}
