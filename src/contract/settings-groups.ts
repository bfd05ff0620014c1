/** The settings group that holds the arrangement of the menu. */
export const PACKAGES = 'site_installed_packages'

/** The settings group whose revision counts how often the company was renamed. */
export const NAME_GROUP = 'company'
