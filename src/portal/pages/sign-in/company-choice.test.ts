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
    ['nobody is asked without companies', [], null, undefined, false],
    ['one with e-mail is no choice', [MAIL], null, 'MAIL', false],
    ['one with Windows accounts is no choice', [WINDOWS], null, 'WIN', false],
    ['two with e-mail are none either', [MAIL, company('MAIL2', false)], null, 'MAIL', false],
    ['e-mail comes first', [WINDOWS, MAIL], null, 'MAIL', true],
    ['the first of those with Windows accounts', [WINDOWS, OTHER], null, 'WIN', true],
    ['the last choice holds', [MAIL, WINDOWS, OTHER], 'OTHER', 'OTHER', true],
    ['one with a provider of its own is a choice', [MAIL, AT_PROVIDER], null, 'MAIL', true],
    ['a provider of all is none', [AT_PROVIDER, { ...AT_PROVIDER, id: 'IDP2' }], null, 'IDP', false],
    ['a company that is gone does not', [WINDOWS, MAIL], 'GONE', 'MAIL', true],
  ])('%s', (_name, companies, kept, chosen, isChoice) => {
    expect(chosenCompany(companies, kept)?.id).toBe(chosen)
    expect(hasChoice(companies)).toBe(isChoice)
  })
})
