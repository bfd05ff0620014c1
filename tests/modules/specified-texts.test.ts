/** Texts that users and other systems rely on, verbatim, and the types in which they occur. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_MESSAGES } from '../../src/core/document/messages.ts'
import { loadCatalogue } from '../../src/core/index.ts'
import { ERRORS } from '../../src/server/errors.ts'
import { readSchemas, readSources } from '../../src/server/manifests/read-sources.ts'
import { functions } from './functions.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { catalogue } = loadCatalogue({ sources: readSources([path.join(root, 'modules')]), schemas: readSchemas(path.join(root, 'schemas')), functions })

/** The keys of a resolved type whose texts users see. */
const VISIBLE = new Set(['title', 'label', 'message', 'messages', 'text', 'success', 'failure', 'confirm', 'addLabel', 'fileName', 'enum', 'enumTitles', 'one', 'description'])

/** Every text that users see; for a computed value, its possible texts. */
function textsIn(value: unknown, isVisible = false, isComputed = false): string[] {
  if (typeof value === 'string' && isComputed) return [...value.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text)
  if (typeof value === 'string') return isVisible ? [value] : []
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => textsIn(inner, isVisible || VISIBLE.has(key), key === 'compute')) : []
}

/** By type: fields, confirmations, successes, failures. */
const OF_TYPES: Record<string, string[]> = {
  'imprest': [
    'Required.', 'Attachment is required!', 'File size should be less than 3 MB!', 'field is required', 'Purpose/Objective/Deliverables', 'Emergency', 'Local', 'International', 'Accounted', 'Not Accounted',
    'Are you sure you want to remove this imprest request?', 'Are you sure you want to send this imprest request for approval?', "Are you sure you want to cancel this imprest's approval request?",
    'Are you sure you want to reopen this imprest document?', 'Are you sure you want to cancel the liquidation process of this imprest?', 'Are you sure you want to remove this Item?', 'Are you sure you want to remove this?',
    'Confirm Submitting Accounted imprest lines', 'Make sure all imprests are accounted for before submission', 'Are you sure you want to delete this?',
    'You have successfully created a new imprest request', 'Imprest successfully saved', 'Imprest successfully deleted', 'Imprest Approved', 'Imprest Rejected', 'Imprest Approval Request Reopened',
    'Imprest Approval Request Cancelled', 'Imprest accounting successfully submitted', 'Imprest successfully sent for approval', 'Item successfully removed', 'Unable to send Imprest Record For Approval: ',
    'Imprest Report', 'Imprest Surrender Report', 'Cancel Approval Request', 'Cancel liquidation process', 'Reopen Imprest Request', 'Send For Approval', 'Check Budget',
  ],
  'petty-cash': [
    'Required.', 'Attachment is required!', 'File size should be less than 2 MB!', 'Each file size should be less than 2 MB!',
    'Are you sure you want to send this request for approval?', 'Are you sure you want to delete this request?', 'Are you sure you want to cancel this request?',
    '{title} successfully sent for approval', 'Approval Request Cancelled', '{title} Item Deleted', 'You have successfully created a new {title} request', 'You have successfully Updated {no} {title} Record', 'Unable to send Record For Approval: ',
  ],
  'leave-planner': [
    'Required.', 'Planner {no} will be sent for approval. Do you want to continue?', "Planner {no}'s approval request will be cancelled. Do you want to continue?", 'Planner {no} will be deleted. Do you want to continue?',
    'Are you sure you want to accept & approve this leave plan?', 'Are you sure you want to reject this leavePlan?', 'Leave Plan approved successfully', 'Leave Plan rejected successfully', 'Pending Approval',
  ],
  'requisition': [
    'Due date is required!', 'User is required!', 'Vendor name is required!', 'Vendor no. required!', 'Location Is required!', 'Please select at least one billing item', 'Attachment is required!', 'Each file size should be less than 5 MB!',
    'Description is required!', 'Less than 150 characters required!', 'Required.',
    'Requisition successfully sent for approval', 'Requisition successfully deleted', 'Item successfully removed', 'You have successfully created a new requisition request', 'You have successfully Updated {no} Requisition Record',
    'Unable to send Requisition Record For Approval: ', 'Are you sure you want to reject this requisition? It cannot be undone', 'Reopen Requisition', 'Save Changes', 'Send For Approval', 'Check Budget', 'User Requisition', 'Purchase Requisition', 'Store Requisition',
  ],
  'salary-advance': [
    'Required', 'Period should be above 0', 'Period cannot be more than 12', 'Submit this application for approval?', 'Cancel approval Request?', 'Delete this application?', 'Advance', 'Staff Loan', 'Cancel Approval Request',
  ],
}

/** Those of a type that declares no other. */
const DEFAULT_TEXTS: string[] = Object.values(DEFAULT_MESSAGES)

/** Texts of the engine rather than a type: approvals and files. */
const OF_ENGINE = [
  'Must be greater than {limit}', 'Sorry, you cannot approve this document. Please contact the sender/admin for more information.', 'Document approved successfully', 'Document rejected successfully', 'Document delegated successfully', 'Attachment successfully deleted',
]

describe.each(Object.entries(OF_TYPES))('%s', (id, texts) => {
  const found = new Set([...DEFAULT_TEXTS, ...textsIn(catalogue?.types[id])])
  it.each(texts)('its texts include “%s”', (text) => {
    expect(found.has(text), `close to it: ${JSON.stringify([...found].filter((one) => one.toLowerCase().includes(text.toLowerCase().slice(0, 12))))}`).toBe(true)
  })
})

describe('the engine', () => {
  const found = new Set([...DEFAULT_TEXTS, ...Object.values(ERRORS).map(({ text }) => text)].map(String))
  it.each(OF_ENGINE)('its texts include “%s”', (text) => {
    expect(found.has(text)).toBe(true)
  })
})
