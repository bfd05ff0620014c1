/**
 * What the page fetches while its main script is still on the way (portal/public/start.js). The server writes it into the page, because it
 * knows which screen the address opens.
 */
export const START_META = 'dirisha-start'

/**
 * Addresses of scripts and styles: those of the sign-in page, and those of the screen for someone who is signed in, with what it needs only
 * in a wide window and what it needs after its heading.
 */
export interface StartPlan { signedOut: string[]; signedIn: string[]; wide: string[]; afterwards: string[]; /** The address of the call for the record that the screen shows. */ record?: string; heading?: StartHeading }

/** The heading of the screen for people of the company, by language: the largest thing on it, and drawn before any code of the portal is there. */
export interface StartHeading { company: string; texts: Record<string, string> }

/** The call whose response the page's script hands over to the portal. */
export const FIRST_CALL = 'portal/bootstrap'

/** Calls that began before the portal, by their addresses: an answer is null if it was refused or did not arrive. */
export interface StartedCalls { token: string; company: string; /** When they began, by performance.now(): milliseconds since the page was opened. */ at: number; answers: Record<string, Promise<unknown>> }
