/** JSON Schemas of what the calls take and answer, as OpenAPI 3.1 wants them. */
import { MAX_DISPLAY_NAME_LENGTH, SITE_IMAGES } from '../../contract/index.ts'
import { inputSchema, MAX_REASON_LENGTH, type CompiledType, type JsonObject, type ResolvedDocumentType, type ResolvedField, type ResolvedShape } from '../../core/index.ts'

/** Name of a type's schema: words joined by hyphens become PascalCase. */
export function schemaName(type: string): string {
  return type.replace(/(^|-)([a-z0-9])/g, (_, _dash: string, letter: string) => letter.toUpperCase())
}

/** A reference to a schema among the components. */
export function schemaRef(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** What a client may send, moved to where the components stand. */
export function inputComponent(type: CompiledType, name: string): JsonObject {
  const { $schema: _schema, $id: _id, ...schema } = inputSchema(type.manifest)
  return moved(schema, `#/components/schemas/${name}`) as JsonObject
}

function moved(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((item) => moved(item, base))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isLocal = key === '$ref' && typeof item === 'string' && item.startsWith('#/')
      return [key, isLocal ? base + item.slice(1) : moved(item, base)]
    }),
  )
}

/** A record as list, get and every write answer it. */
export function recordComponent(manifest: ResolvedDocumentType): JsonObject {
  const schema = shapeSchema(manifest.shape)
  const attachments: JsonObject = manifest.attachments === undefined ? {} : { [manifest.attachments.field]: { type: 'array', items: schemaRef('Attachment') } }
  const actions = Object.keys(manifest.actions)
  const approvals: JsonObject = manifest.approval === undefined ? {} : { approvalEntry: { type: 'array', items: schemaRef('ApprovalEntry') } }
  return {
    type: 'object',
    ...(manifest.description !== '' && { description: manifest.description }),
    required: ['_actions', '_rev'],
    properties: {
      ...(schema['properties'] as JsonObject),
      ...attachments,
      ...approvals,
      _actions: { type: 'array', ...(actions.length === 0 ? { maxItems: 0 } : { items: { type: 'string', enum: actions } }), description: 'What the caller may do now.' },
      _refused: { type: 'object', additionalProperties: { type: 'string', enum: ['state', 'who', 'when'] }, description: 'Why the other actions are refused; on get.' },
      _hidden: { type: 'array', items: { type: 'string' }, description: 'Paths of fields that the caller sees of other records and not of this one; left out where there are none.' },
      _rev: { type: 'integer', minimum: 1, description: 'Send it back with a change: another revision answers 409.' },
      _links: {
        type: 'object', description: 'Addresses of the record, its history and its prints.',
        properties: { self: { type: 'string' }, events: { type: 'string' }, print: { type: 'object', additionalProperties: { type: 'string' } } },
      },
    },
  }
}

/** A shape by wire names. */
export function shapeSchema(shape: ResolvedShape): JsonObject {
  const fields = Object.values(shape.fields).filter((field) => !field.internal && !field.wireOnly)
  return { type: 'object', properties: Object.fromEntries(fields.map((field) => [field.wire, fieldSchema(field)])) }
}

const COPIED = ['title', 'description', 'format', 'enum', 'minLength', 'maxLength', 'pattern', 'minimum', 'exclusiveMinimum', 'maximum', 'minItems', 'maxItems'] as const

function fieldSchema(field: ResolvedField): JsonObject {
  const copied = Object.fromEntries(COPIED.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]])))
  const items = field.line === undefined ? { type: 'string' } : shapeSchema(field.line)
  return { type: field.type, ...copied, ...(field.type === 'array' && { items }), ...(field.readOnly && { readOnly: true }) }
}

/** The schemas that no manifest gives. */
export const COMMON_SCHEMAS: JsonObject = {
  Error: {
    type: 'object', required: ['message', 'code'],
    properties: {
      message: { type: 'string', description: 'For people.' },
      code: { type: 'string', description: 'Stable, for programs.' },
      errors: { type: 'array', items: schemaRef('FieldIssue') },
      requestId: { type: 'string', description: 'By which the log of the server names the request; also the header X-Request-Id of every answer.' },
    },
  },
  FieldIssue: {
    type: 'object', required: ['path', 'rule', 'message', 'severity'],
    properties: {
      path: { type: 'string', description: 'description or lines.0.amount; empty for the document as a whole.' },
      rule: { type: 'string' },
      message: { type: 'string' },
      severity: { type: 'string', enum: ['error', 'warning'] },
      title: { type: 'string', description: 'What people call the field.' },
      table: { type: 'string', description: 'What they call the table, where the field is of one of its lines.' },
    },
  },
  Page: {
    type: 'object', required: ['next', 'previous', 'count', 'more'],
    properties: {
      next: { type: ['string', 'null'], description: 'Cursor of the following page.' },
      previous: { type: ['string', 'null'] },
      count: { type: 'integer', description: 'Rows in all, at most 10 000.' },
      more: { type: 'boolean', description: 'There are more rows than count says.' },
    },
  },
  Attachment: {
    type: 'object',
    properties: {
      id: { type: 'string' }, fileName: { type: 'string' }, mediaType: { type: 'string' }, size: { type: 'integer', description: 'Bytes.' },
      attachment: { type: 'string', description: 'Address of the file.' },
    },
  },
  User: {
    type: 'object',
    properties: {
      id: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' }, username: { type: ['string', 'null'] }, employee: { type: ['string', 'null'] },
      gender: { type: ['string', 'null'] }, email_verified_at: { type: ['string', 'null'] },
      default_company: { type: 'string' }, is_admin: { type: 'boolean' }, is_approver: { type: 'boolean' }, is_navuser: { type: 'boolean' }, needs_authenticator: { type: 'boolean', description: 'Every call but setting up an authenticator is refused with authenticator-needed.' },
      roles: { type: 'array', items: { type: 'string' } }, captions: { type: 'object', additionalProperties: { type: 'string' } },
      profile: { type: 'object', properties: { portalAdmin: { type: 'boolean' } } },
    },
  },
  Company: {
    type: 'object',
    properties: {
      id: { type: 'string' }, name: { type: 'string' }, displayName: { type: 'string' }, base64Logo: { type: ['string', 'null'] },
      currency: { type: 'string' }, switch_company: { type: 'boolean' }, isWindowsAuth: { type: 'boolean' },
      provider: { type: ['object', 'null'], description: 'Its identity provider.', properties: { name: { type: 'string' }, isOnly: { type: 'boolean' } } },
      images: schemaRef('ImageAddresses'), colours: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
  ApprovalEntry: {
    type: 'object',
    properties: {
      entryNo: { type: 'integer' }, documentNo: { type: 'string' }, documentType: { type: 'string' }, recordToApprove: { type: 'string' },
      approveForType: { type: 'string' }, approverID: { type: 'string' }, approverName: { type: 'string' }, senderID: { type: 'string' }, senderName: { type: 'string' },
      status: { type: 'string', enum: ['Created', 'Open', 'Approved', 'Rejected', 'Canceled', 'Delegated'] },
      tone: { type: 'string', enum: ['neutral', 'info', 'progress', 'success', 'warning', 'danger'], description: 'The colour of the status, as the states of the document type have it.' },
      sequenceNo: { type: 'integer' }, stepTitle: { type: 'string' }, stage: { type: 'string', description: 'What is decided about, where the type has approvals of several stages.' }, originalApproverID: { type: ['string', 'null'] }, onBehalfOf: { type: ['string', 'null'] }, onBehalfName: { type: ['string', 'null'] },
      dateTimeSentForApproval: { type: 'string' }, dueDate: { type: 'string' }, decidedAt: { type: ['string', 'null'] },
      approvalComments: { type: 'array', items: { type: 'object', properties: { comment: { type: 'string' }, userID: { type: 'string' }, at: { type: 'string' } } } },
      summary: { type: 'array', items: { type: 'object', properties: { label: { type: 'string' }, value: { type: 'string' }, format: { type: 'string', enum: ['date', 'date-time'], description: 'Stands with dates, which travel as they are stored.' } } } },
      columns: { type: 'array', description: 'Of the type’s own approvals page.', items: { type: 'object', properties: { field: { type: 'string' }, label: { type: 'string' }, value: { type: 'string' }, format: { type: 'string' }, truncate: { type: 'integer' } } } },
      link: { type: 'string' }, _rev: { type: 'integer' },
    },
  },
  Decision: {
    type: 'object', description: 'The entry by its number, or by code the document whose open entry it is.',
    properties: {
      entryNo: { type: 'integer' }, code: { type: 'string' }, reason: { type: 'string', maxLength: MAX_REASON_LENGTH }, comment: { type: 'string' },
      to: { type: 'string', description: 'Employee number to delegate to.' }, _rev: { type: 'integer' },
    },
  },
  SettingsAnswer: {
    type: 'object',
    required: ['data', 'message', 'packages', 'revs', 'images', 'displayName'],
    properties: {
      data: schemaRef('Settings'), message: { type: 'string' },
      packages: { type: 'array', items: schemaRef('MenuPackage'), description: 'The whole menu in the company’s order, with what is switched off.' },
      revs: { type: 'object', additionalProperties: { type: 'integer' }, description: 'Revision of each group that was ever saved.' },
      images: schemaRef('ImageAddresses'), displayName: { type: 'string' },
    },
  },
  MenuPackage: {
    type: 'object',
    required: ['name', 'title', 'enabled', 'isFixed', 'subs'],
    properties: {
      name: { type: 'string' }, title: { type: 'object' }, declaredIcon: { type: 'string' }, caption: { type: 'string' }, icon: { type: 'string' }, enabled: { type: 'boolean' },
      isFixed: { type: 'boolean', description: 'It holds the way to the settings, so that it cannot be switched off.' },
      area: { type: 'string', enum: ['administration'] }, subs: { type: 'array', items: schemaRef('MenuPackage') },
    },
  },
  ImageAddresses: {
    type: 'object',
    required: [...SITE_IMAGES],
    properties: Object.fromEntries(SITE_IMAGES.map((name) => [name, { type: ['string', 'null'] }])),
    description: 'Addresses of the company’s pictures; null where there is none.',
  },
  SettingsUpdate: {
    type: 'object',
    additionalProperties: { type: 'object' },
    description: 'Groups with the settings to change; an arrangement of the menu replaces the one before.',
    properties: {
      site_installed_packages: { type: 'array', items: schemaRef('ArrangedEntry') },
      company_display_name: { type: 'string', minLength: 1, maxLength: MAX_DISPLAY_NAME_LENGTH },
      ...Object.fromEntries(SITE_IMAGES.map((name) => [name, { type: 'null', description: 'Removes the picture. A new one is sent as a file of a multipart body, whose field `settings` holds this JSON.' }])),
      _revs: { type: 'object', additionalProperties: { type: 'integer' }, description: 'Revision of each group as it was read: a save in between answers 409.' },
    },
  },
  ArrangedEntry: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'Id of the menu entry among its siblings.' }, caption: { type: 'string' }, icon: { type: 'string' },
      enabled: { type: 'boolean', default: true }, order: { type: 'integer', minimum: 0 }, subs: { type: 'array', items: schemaRef('ArrangedEntry') },
    },
  },
  Settings: { type: 'object', additionalProperties: { type: 'object' }, description: 'By group and name.' },
}
