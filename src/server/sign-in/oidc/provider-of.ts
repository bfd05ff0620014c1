/** At which identity provider people sign in, and who signs in there only. */
import type { Config, ProviderConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { allCompanies } from '../../store/companies.ts'
import type { User } from '../../store/users.ts'
import { ofCompany } from '../settings.ts'

/** The provider of a company; undefined where it has none. */
export function providerOf({ providers }: Pick<Config, 'providers'>, company: string): ProviderConfig | undefined {
  return ofCompany(providers, company)
}

/**
 * The provider without which the person does not get in; undefined for who may have a password. One company of theirs is enough:
 * through the password of another they would reach this one too, although their account at its provider is closed.
 */
export function soleProviderOf(config: Pick<Config, 'providers'>, { default_company: own, companies }: Pick<User, 'default_company' | 'companies'>): ProviderConfig | undefined {
  return [own, ...companies].map((company) => providerOf(config, company)).find((provider) => provider?.isOnly === true)
}

/** Throws AppError passwords-off where no company lets anybody in with a password. Nobody is looked up for that, so that it discloses nothing of anybody. */
export async function refusePasswords({ config, database }: Services): Promise<void> {
  if (Object.keys(config.providers).length === 0) return
  const companies = await allCompanies(database.kysely)
  if (companies.every(({ code }) => providerOf(config, code)?.isOnly === true)) throw new AppError('passwords-off')
}

/** Throws AppError provider-password for who signs in at a provider only. */
export function refusePasswordOf(config: Pick<Config, 'providers'>, user: User): void {
  const provider = soleProviderOf(config, user)
  if (provider !== undefined) throw new AppError('provider-password', { name: provider.name })
}

/**
 * The company that the person begins in, who comes from the provider: theirs, or the one that was chosen, or the first that the provider
 * is of; undefined where it is of none of theirs. A provider speaks for its own companies only.
 */
export function companyAt(config: Pick<Config, 'providers'>, provider: ProviderConfig, user: User, chosen: string): string | undefined {
  const served = user.companies.filter((company) => providerOf(config, company) === provider)
  return [user.default_company, chosen].find((company) => served.includes(company)) ?? served[0]
}

/** Whether who is in one company may go over to the other: not past the provider without which nobody gets in there. */
export function mayGoOver(config: Pick<Config, 'providers'>, from: string, to: string): boolean {
  const provider = providerOf(config, to)
  return provider?.isOnly !== true || provider === providerOf(config, from)
}
