const namespace = 'https://purl.imsglobal.org/ob/v3p0';
const start = '<svg xmlns="http://www.w3.org/2000/svg" ';

/**
 * An SVG with a credential in it, as Open Badges 3.0, "Baked Badge" prescribes: one element directly after the start tag. The
 * credential is a compact JWS, which needs no escape.
 */
export function bakedBadge(svg: string, credential: string): string {
  if (!svg.startsWith(start) || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential))
    throw new Error('the badge cannot carry the credential');
  const end = svg.indexOf('>') + 1;
  const opening = svg.slice(start.length, end);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${start}xmlns:openbadges="${namespace}" ${opening}<openbadges:credential verify="${credential}"></openbadges:credential>${svg.slice(end)}`;
}
