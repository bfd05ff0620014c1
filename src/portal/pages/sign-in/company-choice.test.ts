import { describe, expect, it } from 'vitest'
import type { CompanyAnswer } from '../../../contract/index.ts'
import { chosenCompany, hasChoice } from './company-choice.ts'

const company = (id: string, isWindowsAuth: boolean, provider: CompanyAnswer['provider'] = null): CompanyAnswer => ({ id, name: id, displayName: id, base64Logo: null, images: { company_logo: null, site_user_avatar: null, site_landing_page_image: null }, currency: 'KES', switch_company: false, isWindowsAuth, provider, colours: {} })
const MAIL = company('MAIL', false)
const WINDOWS = company('WIN', true)
const AT_PROVIDER = company('IDP', false, { name: 'Acme ID', isOnly: false })
const OTHER = company('OTHER', true)

describe('the company on the sign-in page', () => {
  it.each([
    ['there is no choice without companies', [], null, undefined, false],
    ['one company with e-mail is no choice', [MAIL], null, 'MAIL', false],
    ['one company with Windows accounts is no choice', [WINDOWS], null, 'WIN', false],
    ['two companies with e-mail are no choice', [MAIL, company('MAIL2', false)], null, 'MAIL', false],
    ['a company with e-mail comes first', [WINDOWS, MAIL], null, 'MAIL', true],
    ['the first of several companies with Windows accounts is chosen', [WINDOWS, OTHER], null, 'WIN', true],
    ['the person’s last choice is kept', [MAIL, WINDOWS, OTHER], 'OTHER', 'OTHER', true],
    ['a company with its own identity provider is a choice', [MAIL, AT_PROVIDER], null, 'MAIL', true],
    ['companies with the same identity provider are no choice', [AT_PROVIDER, { ...AT_PROVIDER, id: 'IDP2' }], null, 'IDP', false],
    ['the choice of a company that no longer exists is not kept', [WINDOWS, MAIL], 'GONE', 'MAIL', true],
  ])('%s', (_name, companies, kept, chosen, isChoice) => {
    expect(chosenCompany(companies, kept)?.id).toBe(chosen)
    expect(hasChoice(companies)).toBe(isChoice)
  })
})
