/**
 * Pictures of a company. They are set by POST admin/updateSettings as multipart: the request's JSON in the field `settings`, each file in a
 * field named after its picture. A picture that is null in the JSON is removed.
 */

import { text } from '../core/index.ts'

export const SITE_IMAGES = ['company_logo', 'site_user_avatar', 'site_landing_page_image'] as const
export type SiteImage = (typeof SITE_IMAGES)[number]

/** The settings group that records a company's pictures. */
export const IMAGES_GROUP = 'site_images'

/** Upper limit of a picture's size in bytes, exclusive. */
export const IMAGE_BYTES = 2_000_000
export const IMAGE_TOO_LARGE = text('File size should be less than 2 MB!')
export const NO_PICTURE = text('The picture must be a PNG, JPEG or WebP file.')
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Maximum length of a company's display name. */
export const MAX_DISPLAY_NAME_LENGTH = 80
