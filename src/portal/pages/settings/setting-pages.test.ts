import { describe, expect, it } from 'vitest'
import { changesText, pageOfIssue, settingPages } from './setting-pages.ts'

describe('the pages of the settings', () => {
  it('they are the name and pictures, the groups of the modules, the menu, its links and the history', () => {
    expect(settingPages([{ name: 'cash', title: 'Cash' } as never]).map(({ title }) => title)).toEqual(['Name and pictures', 'Cash', 'Installed packages', 'Extra links', 'Change history'])
  })

  it.each([
    [{}, 'Everything is saved.'],
    [{ cash: 0 }, 'Everything is saved.'],
    [{ cash: 1 }, 'One change is not saved.'],
    [{ cash: 2, general: 0 }, '2 changes are not saved.'],
    [{ cash: 2, general: 1 }, '3 changes in 2 groups are not saved.'],
  ])('changes of %j read “%s”', (changes, text) => {
    expect(changesText(changes)).toBe(text)
  })

  it.each([['company_display_name', 'site_images'], ['company_logo', 'site_images'], ['minor_settings.otp_expiry', 'minor_settings'], ['site_installed_packages', 'site_installed_packages']])('an issue at %s is on the page %s', (path, page) => {
    expect(pageOfIssue({ path })).toBe(page)
  })
})
