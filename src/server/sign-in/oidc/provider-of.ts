/** Determines a company's identity provider, and who can sign in only there. */
import type { Config, ProviderConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { allCompanies } from '../../store/settings/companies.ts'
import type { User } from '../../store/users/users.ts'
import { ofCompany } from '../settings.ts'

/** The provider of a company; undefined if it has none. */
export function providerOf({ providers }: Pick<Config, 'providers'>, company: string): ProviderConfig | undefined {
  return ofCompany(providers, company)
}

/**
 * The provider a person has to sign in with; undefined if they may use a password. One of their companies requiring it is enough: with a
 * password of another company they could reach this one too, even after their account at its provider was closed.
 */
export function soleProviderOf(config: Pick<Config, 'providers'>, { default_company: own, companies }: Pick<User, 'default_company' | 'companies'>): ProviderConfig | undefined {
  return [own, ...companies].map((company) => providerOf(config, company)).find((provider) => provider?.isOnly === true)
}

/** @throws AppError passwords-off if no company allows passwords. Looks up no account, so it reveals nothing about any. */
export async function refusePasswords({ config, database }: Services): Promise<void> {
  if (Object.keys(config.providers).length === 0) return
  const companies = await allCompanies(database.kysely)
  if (companies.every(({ code }) => providerOf(config, code)?.isOnly === true)) throw new AppError('passwords-off')
}

/** @throws AppError provider-password if the user can sign in only at a provider */
export function refusePasswordOf(config: Pick<Config, 'providers'>, user: User): void {
  const provider = soleProviderOf(config, user)
  if (provider !== undefined) throw new AppError('provider-password', { name: provider.name })
}

/**
 * The company in which a person coming from the provider starts: their default company, otherwise the one they chose, otherwise the first
 * one the provider serves; undefined if it serves none of theirs. A provider is trusted for its own companies only.
 */
export function companyAt(config: Pick<Config, 'providers'>, provider: ProviderConfig, user: User, chosen: string): string | undefined {
  const served = user.companies.filter((company) => providerOf(config, company) === provider)
  return [user.default_company, chosen].find((company) => served.includes(company)) ?? served[0]
}

/** Whether a person in one company may switch to the other: not if that company requires a different provider. */
export function mayGoOver(config: Pick<Config, 'providers'>, from: string, to: string): boolean {
  const provider = providerOf(config, to)
  return provider?.isOnly !== true || provider === providerOf(config, from)
}
