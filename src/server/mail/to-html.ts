/** Renders a message's plain text as simple HTML with paragraphs and links. */

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes everything; a blank line separates paragraphs, and an http(s) URL becomes a link. */
export function toHtml(subject: string, text: string): string {
  const paragraphs = text.trim().split(/\n{2,}/).map((paragraph) => `<p style="margin:0 0 14px">${linked(paragraph).replaceAll('\n', '<br>')}</p>`)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f3f5f8;font:15px/1.5 system-ui,Segoe UI,Arial,sans-serif;color:#1c2733">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border:1px solid #d5dbe1;border-radius:8px">',
    `<h1 style="margin:0 0 16px;font-size:18px">${escapeHtml(subject)}</h1>`,
    ...paragraphs,
    '</div></body></html>',
  ].join('\n')
}

function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
