/** The group that keeps the arrangement of the menu. */
export const PACKAGES = 'site_installed_packages'

/** The group whose revision says how often the company was renamed. */
export const NAME_GROUP = 'company'
