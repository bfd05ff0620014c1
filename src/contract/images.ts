/**
 * Pictures of a company. Set by POST admin/updateSettings as multipart: the request's JSON in the field `settings`, a file in
 * a field of the picture's name; a picture set to null in the JSON is removed.
 */

export const SITE_IMAGES = ['company_logo', 'site_user_avatar', 'site_landing_page_image'] as const
export type SiteImage = (typeof SITE_IMAGES)[number]

/** The group of settings that names a company's pictures. */
export const IMAGES_GROUP = 'site_images'

/** A picture is smaller than this, in bytes. */
export const IMAGE_BYTES = 2_000_000
export const IMAGE_TOO_LARGE = 'File size should be less than 2 MB!'
export const NO_PICTURE = 'The picture must be a PNG, JPEG or WebP file.'
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Most characters of the name that a company shows. */
export const MAX_DISPLAY_NAME_LENGTH = 80
