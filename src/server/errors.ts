/**
 * The catalogue of errors: a stable code, a message for people with placeholders, and a status. Any other error is unexpected: it is
 * logged, and the response carries no details.
 */
import { t, texts, type FieldIssue } from '../core/index.ts'
import { PROVIDER_REFUSALS } from '../contract/index.ts'

interface CatalogueEntry { status: number; text: string }

/** Every error code the server may return, with its status and message. */
export const ERRORS = texts({
  'invalid-request': { status: 400, text: 'The request could not be understood: {reason}' },
  'invalid-json': { status: 400, text: 'The request body is not valid JSON.' },
  'invalid-cursor': { status: 400, text: 'The cursor is not valid. Start again from the first page.' },
  'invalid-filter': { status: 400, text: 'The list cannot be filtered by "{field}" like that.' },
  'too-many-rows': { status: 422, text: 'The list has more than {max} rows. Narrow it by a search or filters and export it again.' },
  'too-many-items': { status: 422, text: 'A run goes through any number of records of its first list, but at most {limit} of each other list.' },
  'invalid-sort': { status: 400, text: 'The list cannot be sorted by "{field}".' },
  'key-missing': { status: 400, text: 'The call does not say which record it means: "{field}" is missing.' },
  'not-signed-in': { status: 401, text: 'Please sign in.' },
  'employment-ended': { status: 403, text: 'Your employment in this company has ended, and its portal is closed to you. If that is a mistake, tell your administrator.' },
  'session-ended': { status: 401, text: 'Your session was ended. Sign in to continue; what you typed is kept.' },
  'session-expired': { status: 401, text: 'You were signed out due to inactivity. Sign in to continue; what you typed is kept.' },
  'forged-request': { status: 403, text: 'This call does not come from the portal. Open the portal in a window of its own and try again.' },
  'sign-in-failed': { status: 401, text: 'These credentials do not match our records.' },
  'locked-out': { status: 429, text: 'Too many failed attempts. Try again in {minutes} minutes.' },
  'windows-not-offered': { status: 422, text: 'This company does not use Windows accounts. Sign in with your e-mail.' },
  'directory-unset': { status: 503, text: 'Signing in with Windows accounts is not set up yet. Please tell your administrator.' },
  'directory-unavailable': { status: 503, text: 'Your company’s directory is not responding. Try again in a moment.' },
  'directory-password': { status: 409, text: 'Your password is that of your Windows account. It is changed there.' },
  'passwords-off': { status: 403, text: 'Passwords are not used here: sign in with the account of your organisation.' },
  'provider-password': { status: 409, text: 'You sign in with {name}, without a password of this portal.' },
  'provider-not-offered': { status: 422, text: 'This company has no sign-in of its own. Use your e-mail and password.' },
  'provider-elsewhere': { status: 403, text: '{company} requires sign-in with {name}. Sign out, and choose it on the sign-in page.' },
  'directory-not-trusted': { status: 403, text: 'You signed in with a Windows account of {own}, which {company} does not accept.' },
  'provider-not-trusted': { status: 403, text: 'You signed in with {name}, which {company} does not use. Sign out, and choose {company} on the sign-in page.' },
  'provider-lost': { status: 410, text: PROVIDER_REFUSALS['provider-lost'] },
  'provider-late': { status: 410, text: PROVIDER_REFUSALS['provider-late'] },
  'provider-used': { status: 410, text: PROVIDER_REFUSALS['provider-used'] },
  'provider-declined': { status: 403, text: PROVIDER_REFUSALS['provider-declined'] },
  'provider-refused': { status: 403, text: PROVIDER_REFUSALS['provider-refused'] },
  'provider-unavailable': { status: 503, text: PROVIDER_REFUSALS['provider-unavailable'] },
  'provider-no-account': { status: 403, text: PROVIDER_REFUSALS['provider-no-account'] },
  'provider-unverified': { status: 403, text: PROVIDER_REFUSALS['provider-unverified'] },
  'provider-not-asked': { status: 403, text: PROVIDER_REFUSALS['provider-not-asked'] },
  'provider-not-enough': { status: 403, text: PROVIDER_REFUSALS['provider-not-enough'] },
  'provider-other-person': { status: 403, text: PROVIDER_REFUSALS['provider-other-person'] },
  'provider-busy': { status: 429, text: PROVIDER_REFUSALS['provider-busy'] },
  'provider-failed': { status: 500, text: PROVIDER_REFUSALS['provider-failed'] },
  'challenge-ended': { status: 410, text: 'This sign-in has ended. Please start again.' },
  'code-wrong': { status: 422, text: 'The code is incorrect. {left} left.' },
  'code-expired': { status: 422, text: 'The code has expired. Ask for a new one.' },
  'code-spent': { status: 422, text: 'That code was tried too often. Ask for a new one.' },
  'code-too-soon': { status: 429, text: 'A code was sent just now. Wait {seconds} seconds before you ask for another.' },
  'too-many-codes': { status: 429, text: 'Too many codes were sent. Try again in an hour.' },
  'code-not-sent': { status: 503, text: 'The code could not be sent. Try again in a moment, or tell your administrator.' },
  'passkey-refused': { status: 422, text: 'The passkey was not accepted. Try again, or use another way.' },
  'passkey-known': { status: 409, text: 'This passkey has already been added.' },
  'passkeys-not-here': { status: 409, text: 'Passkeys do not work at this address. Use an authenticator app.' },
  'authenticator-needed': { status: 403, text: 'Your organisation asks you for an authenticator. Set one up to go on.' },
  'authenticator-required': { status: 409, text: 'Your organisation asks you for an authenticator. Add another one before you remove this one.' },
  'too-many-authenticators': { status: 409, text: 'You have {max} authenticators. Remove one before you add another.' },
  'no-authenticators': { status: 409, text: '{name} has no authenticator.' },
  'app-not-begun': { status: 410, text: 'It took too long to set up the app. Please start again.' },
  'step-up-needed': { status: 403, text: 'Please confirm that it is you, and try again.' },
  'password-not-enough': { status: 409, text: 'A password is not enough here. Use your passkey, your app or a recovery code.' },
  'step-up-by-password': { status: 409, text: 'You have a password here: confirm with that.' },
  'step-up-impossible': { status: 409, text: 'You have no password here. Confirm with your identity provider, or add an authenticator under Security right after signing in.' },
  'link-unknown': { status: 404, text: 'This link is not valid. Ask for a new one.' },
  'link-used': { status: 410, text: 'This link has been used already. Ask for a new one.' },
  'link-replaced': { status: 410, text: 'A newer link was sent to you. Use that one, or ask for another.' },
  'link-expired': { status: 410, text: 'This link has expired. Ask for a new one.' },
  'too-many-feeds': { status: 409, text: 'You have {max} calendar addresses already. Revoke one that you no longer use.' },
  'decision-link-unknown': { status: 404, text: 'This link is not valid. Sign in to see what is waiting for you.' },
  'decision-link-used': { status: 410, text: 'This link has been used already. Sign in to see what happened to the document.' },
  'decision-link-expired': { status: 410, text: 'This link has expired. Sign in to see whether the document is still waiting for you.' },
  'decision-link-over': { status: 410, text: 'This document is no longer waiting for you: it was decided, withdrawn or reassigned.' },
  'decision-link-changed': { status: 410, text: 'The document has changed since this mail was sent. Sign in and look at it again before you decide.' },
  'decision-asks-more': { status: 409, text: 'This decision asks for more than a mail can tell. Sign in to make it.' },
  'account-not-set': { status: 422, text: 'User account not set. {reason}' },
  'switch-not-allowed': { status: 403, text: 'Switching company is not allowed here.' },
  'company-not-yours': { status: 403, text: 'You do not belong to this company.' },
  'company-to-enter': { status: 403, text: '{company} asks for more at sign-in than you have shown. Switch to it once; then you can do this from here, too.' },
  'sign-in-again': { status: 403, text: '{company} now asks for a code at sign-in. Sign out and in again; then you can do this.' },
  'user-elsewhere': { status: 403, text: '{name} also belongs to a company that you do not administer.' },
  'user-administers': { status: 403, text: '{name} administers the portal: only an administrator may change this account.' },
  'user-privileged': { status: 409, text: '{name} is an administrator or an approver and cannot be deactivated. Edit them first, so that they are neither.' },
  'user-resets-alone': { status: 409, text: '{name} is an administrator or an approver: they reset their password on the sign-in page.' },
  'user-is-self': { status: 409, text: 'You cannot deactivate yourself.' },
  'user-own-authenticators': { status: 409, text: 'Manage your own authenticators under Security.' },
  'user-inactive': { status: 409, text: '{name} is deactivated. Restore them first.' },
  'user-has-left': { status: 409, text: 'The employee record says that {name} has left, so no link can be sent.' },
  'user-active': { status: 409, text: '{name} is active.' },
  'user-windows': { status: 409, text: '{name} signs in with a Windows account; its password is changed there.' },
  'user-link-by-operator': { status: 409, text: 'No mail server is set: whoever runs the server creates the link of {name}, so that nobody else can sign in with the account.' },
  'user-provider': { status: 409, text: '{name} signs in with {provider}, without a password of this portal.' },
  'number-taken': { status: 409, text: '{holder} has the employee number {employee} now.' },
  'approvals-waiting': { status: 409, text: '{waiting} for {name}. Reassign them to a colleague first.' },
  'overlay-of-all-companies': { status: 403, text: 'An overlay for a role applies to every company, and you do not administer all of them.' },
  'overlay-state-in-use': { status: 409, text: 'Records are in the state “{state}”, which only this overlay adds. Move them to another state first, for example {key}.' },
  'too-many-streams': { status: 429, text: 'Too many browser tabs are open.' },
  'asks-too-much': { status: 429, text: 'You have reached the limit for {what}. Try again {wait}.' },
  'stores-too-much': { status: 429, text: 'You have stored {limit} MB of files within a day, which is as much as one person may. Nothing was saved. Try again tomorrow, or with a smaller file.' },
  'no-turn': { status: 503, text: 'The server is busy with other {what}. Nothing was changed. Try again in {seconds} seconds.' },
  'too-slow': { status: 408, text: 'The request came too slowly. Nothing was saved. Try again when your connection is better.' },
  'company-asks-too-much': { status: 429, text: 'Your company has reached the limit for {what}. Try again {wait}.' },
  'too-many-requests': { status: 429, text: 'Too many requests. Wait a moment and try again.' },
  'forbidden': { status: 403, text: 'You are not allowed to do this.' },
  'action-not-yours': { status: 403, text: '{action} is not yours to do on {title} {no}.' },
  'create-not-allowed': { status: 403, text: 'You may not create {title} records.' },
  'scanner-silent': { status: 503, text: 'Files cannot be scanned for viruses right now, so none can be uploaded. Try again in a moment.' },
  'source-silent': { status: 503, text: 'The service that found this is not responding. Choose from the list, or try again in a moment.' },
  'package-off': { status: 403, text: 'New {title} records are no longer accepted: your company has switched this off.' },
  'update-not-allowed': { status: 403, text: 'You may not change {title} {no}.' },
  'last-administrator': { status: 409, text: 'Nobody could administer the portal without {name}. Make somebody else an administrator first.' },
  'own-change-refused': { status: 403, text: 'This is about yourself, so somebody else has to change it: {fields}.' },
  'change-waits': { status: 409, text: 'A change to {title} {no} is already waiting for approval: {request}.' },
  'request-waits': { status: 409, text: 'A request about {title} {no} is waiting for approval, so it cannot be deleted now.' },
  'change-overtaken': { status: 409, text: '{title} {no} has changed since this was requested. Reject the request; it can be made again.' },
  'change-outdated': { status: 409, text: '{title}: {fields} can no longer be changed like this. Reject the request; it can be made again where it still applies.' },
  'files-after-approval': { status: 422, text: 'A new {title} must be approved first. Attach files once it has been approved.' },
  'delete-not-allowed': { status: 403, text: 'You may not delete {title} {no}.' },
  'self-approval': { status: 403, text: 'You cannot decide on your own request.' },
  'about-yourself': { status: 403, text: 'You cannot decide on what is about yourself.' },
  'number-of-several': { status: 409, text: 'Documents of several types have the number {no}. Please decide it in the portal.' },
  'acting-delegate-lacks-role': { status: 403, text: 'Only somebody with the same role may decide on this, and you do not have it.' },
  'acting-delegate-limit': { status: 403, text: 'This comes to more than you may decide on in their place.' },
  'approver-left': { status: 403, text: 'Your employee record says that you no longer work here, so you cannot decide on this. Ask an administrator to reassign it to a colleague.' },
  'not-the-approver': {
    status: 403,
    text: 'Sorry, you cannot approve this document. Please contact the sender/admin for more information.'
  },
  'not-found': { status: 404, text: 'There is no such record, or you do not have access to it.' },
  'unknown-route': { status: 404, text: 'There is nothing at this address.' },
  'wrong-company': { status: 409, text: 'You are now in another company. Reload to continue.' },
  'revision-missing': { status: 428, text: 'Specify the revision of {title} {no} that this is based on: "_rev", or the header If-Match.' },
  'stale': { status: 409, text: 'This record was changed by someone else. Reload.' },
  'settings-changed': { status: 409, text: 'Somebody else changed these settings at the same time. Nothing was saved: look at the differences, then save again.' },
  'wrong-state': { status: 409, text: '{action} is not possible while {title} {no} is {state}.' },
  'action-not-now': { status: 409, text: '{action} is not possible on {title} {no} as it stands.' },
  'run-own': { status: 409, text: 'Nothing was done: a colleague has to do this for your own, {records}.' },
  'run-refused': { status: 409, text: 'Nothing was done, because of {title} {no}: {message}' },
  'entry-not-open': { status: 409, text: 'This approval request is no longer open.' },
  'key-alike': { status: 409, text: '{title} {no} is too similar to {like}, which already exists.' },
  'key-taken': { status: 409, text: '{title} {no} already exists.' },
  'still-used': { status: 409, text: '{title} {no} is still used by {users}, so it cannot be deleted.' },
  'busy-request': { status: 409, text: 'The same request is still being processed. Try again in a moment.' },
  'too-large': { status: 413, text: 'The request is larger than the {limit} MB that are accepted here.' },
  'too-large-beside-files': { status: 413, text: 'Without its files the request is larger than the {limit} MB that are accepted here.' },
  'compressed-request': { status: 415, text: 'Send the request as it is, not compressed.' },
  'unsupported-media': { status: 415, text: 'Send the request as JSON.' },
  'invalid-document': { status: 422, text: '{message}' },
  'invalid-file': { status: 422, text: '{message}' },
  'reason-missing': { status: 422, text: '{message}' },
  'reason-too-long': { status: 422, text: '{message}' },
  'delegate-unknown': { status: 422, text: 'There is no active colleague with the number {to} to delegate to.' },
  'delegate-is-requester': { status: 422, text: 'A request cannot be delegated to the person who made it.' },
  'delegate-is-excepted': { status: 422, text: 'This request is about that person, who cannot decide on it.' },
  'delegate-is-approver': { status: 422, text: 'That person already decides on this request.' },
  'delegate-leads-nobody': { status: 422, text: 'Approvals can be reassigned only to a supervisor or a head of department.' },
  'reassign-to-self': { status: 403, text: 'You cannot reassign approvals to yourself. Another administrator can.' },
  'delegate-lacks-role': { status: 422, text: 'Only somebody with the same role may decide on this, and that person does not have it.' },
  'decides-already': { status: 409, text: 'You decide on this request yourself, so you cannot decide on it in somebody else’s place too.' },
  'bulk-mixed': { status: 422, text: 'Only documents of one type can be approved together. Select one type.' },
  'return-not-offered': { status: 422, text: 'A {title} cannot be returned; approve or reject it.' },
  'key-reused': { status: 422, text: 'This idempotency key was used for a different request.' },
  'roles-changed': { status: 403, text: 'This was done when it was first sent. Your roles have changed since, so its result is not shown again.' },
  'answer-outdated': { status: 409, text: 'This was done before the portal was upgraded, so its result cannot be shown again. Look at the record instead.' },
  'print-not-offered': { status: 409, text: '{title} {no} cannot be printed as it stands.' },
  'print-queue-full': { status: 503, text: 'Too many print jobs are waiting. Try again in a moment.' },
  'paper-too-large': { status: 422, text: 'This is too long to be printed in one piece.' },
  'rule-failed': { status: 422, text: 'The value of {field} could not be calculated. Please tell your administrator.' },
  'analytics-unsigned': { status: 503, text: 'The analytics dashboard is not set up completely. Please tell your administrator.' },
  'disk-full': { status: 503, text: 'The server has no disk space left, so nothing was saved. Existing records can still be read. Try again in a few minutes, or tell your administrator.' },
  'unavailable': { status: 503, text: 'The service is not ready yet. Try again in a moment.' },
  'internal-error': { status: 500, text: 'Something went wrong on our side. It has been noted.' }
} as const satisfies Record<string, CatalogueEntry>)

/** Megabytes rounded to three significant digits, for messages: 27.7, 0.01. */
export function inMegabytes(bytes: number): number {
  return Number((bytes / 1_000_000).toPrecision(3))
}

export type ErrorCode = keyof typeof ERRORS
type Values = Record<string, string | number | undefined>

/** An expected error with a message for people. Sent as `{ message, code, errors? }` with its status. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly errors: FieldIssue[] | undefined
  /** Seconds after which to retry, from `seconds` or `minutes` in the values. */
  readonly waitS: number | undefined
  override readonly name = 'AppError'

  constructor(code: ErrorCode, values: Values = {}, errors?: FieldIssue[]) {
    super(fill(t<string>(ERRORS[code].text), { ...values, ...captionsIn(values) }))
    this.code = code
    this.status = ERRORS[code].status
    this.errors = errors
    const { seconds, minutes } = values
    const wait = seconds ?? (typeof minutes === 'number' ? minutes * 60 : undefined)
    this.waitS = typeof wait === 'number' ? wait : undefined
  }
}

/** Values that are captions of the manifest. */
const CAPTIONS = ['title', 'action', 'state'] as const

function captionsIn(values: Values): Values {
  return Object.fromEntries(CAPTIONS.flatMap((name) => (typeof values[name] === 'string' ? [[name, t<string>(values[name])]] : [])))
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => cut(String(values[name] ?? '')))
}

/** Enough to recognise what was sent: a hostile value does not come back as a whole. */
const MAX_VALUE_LENGTH = 2_000

/** Without the last character of the part that is kept, which may be half of a surrogate pair. */
function cut(value: string): string {
  return value.length > MAX_VALUE_LENGTH ? `${[...value.slice(0, MAX_VALUE_LENGTH)].slice(0, -1).join('')}…` : value
}

/** The error for an invalid document, with its field issues; the message is that of the first error, after the `failure` of an action. */
export function invalidDocument(issues: FieldIssue[], prefix = ''): AppError {
  const first = issues.find((issue) => issue.severity === 'error')
  return new AppError('invalid-document', { message: t(prefix) + (first?.message ?? t('The document is not complete.')) }, issues)
}
