import { customProperties, inlinedFontFaces } from '@governance/design';

/** The part of the identity provider's styles that these pages need. */
export const upstreamStyles = `${customProperties()}
${inlinedFontFaces()}
*{box-sizing:border-box}
body{margin:0;padding:0 var(--space-l);border-top:4px solid var(--accent);background:var(--background);color:var(--ink);font:var(--size-body)/var(--leading-normal) var(--font-text);overflow-wrap:break-word}
header,main,footer{max-width:28rem;margin:0 auto}
h1,p{margin:0}
header{display:flex;align-items:center;gap:var(--space-s);padding:var(--space-xl) 0 var(--space-l);color:var(--accent);font:600 var(--size-lead)/var(--leading-tight) var(--font-display)}
main,form{display:flex;flex-direction:column;gap:var(--space-m)}
main{gap:var(--space-l);padding:var(--space-xl);background:var(--surface);border:1px solid var(--rule);border-radius:var(--radius-m)}
footer{padding:var(--space-l) 0 var(--space-xl);font-size:var(--size-small);line-height:1.45;color:var(--ink-muted)}
h1{font:600 var(--size-heading2)/var(--leading-tight) var(--font-display);text-wrap:balance}
.kicker{font-size:var(--size-caption);font-weight:600;letter-spacing:.1em;line-height:var(--leading-dense);text-transform:uppercase;color:var(--ornament)}
.kicker+h1{margin-top:calc(var(--space-m) * -1)}
.lead{color:var(--ink-muted)}
h1+.lead{margin-top:calc(var(--space-s) * -1)}
.field{display:flex;flex-direction:column;gap:var(--space-xs)}
label{font-weight:600}
input{width:100%;min-height:3rem;padding:var(--space-xs) var(--space-s);border:1px solid var(--edge);border-radius:var(--radius-m);background:var(--background);color:var(--ink);font:inherit}
input[aria-invalid]{border:2px solid var(--negative)}
button{font:inherit;cursor:pointer}
.primary{min-height:3rem;padding:var(--space-s) var(--space-m);border:1px solid transparent;border-radius:var(--radius-m);background:var(--accent);color:var(--on-accent);font-weight:600;line-height:1.4}
.primary:hover{background:var(--accent-strong)}
.quiet{align-self:start;min-height:1.5rem;padding:0;border:0;background:transparent;color:var(--link);font-size:var(--size-small);text-decoration:underline;text-underline-offset:.15em}
input:focus-visible,button:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.alert{padding:var(--space-s) var(--space-m);border-left:4px solid var(--negative);border-radius:var(--radius-s);background:var(--negative-tint)}
@media (min-width:40rem){header{padding-top:var(--space-xxxl)}}
@media (max-width:30rem){body{padding:0}header,footer{padding-inline:var(--space-m)}header{padding-block:var(--space-m)}main{padding:var(--space-l) var(--space-m);border-width:1px 0;border-radius:0}}
@media (forced-colors:active){.primary{border-color:ButtonText}}
`;
