// No import cycles between files, within a project or across projects, including type imports, and none between the folders
// of the identity provider.

const provider = '^apps/identity-provider/src/';
/** Its folders: each imports only folders of the lines above its own. The modules beside them may import all. */
const layers = [
  ['database'],
  ['applications', 'guesses', 'network', 'pages', 'signing'],
  ['device', 'people'],
  ['organizations', 'second-factor'],
  ['domains', 'invitations', 'trust-rules'],
  ['stores'],
  ['mail', 'oauth'],
  ['connections', 'development'],
  ['management', 'sign-in'],
  ['account', 'password-reset'],
];
const inFolders = (folders) => `${provider}(${folders.join('|')})/`;
const layerRules = layers.flatMap((folders, index) =>
  folders.map((folder) => ({
    name: 'no-import-from-above',
    severity: 'error',
    from: { path: inFolders([folder]) },
    to: { path: provider, pathNot: inFolders([...layers.slice(0, index).flat(), folder]) },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    ...layerRules,
    {
      name: 'no-folder-without-layer',
      severity: 'error',
      from: { path: `${provider}[^/]+/`, pathNot: inFolders(layers.flat()) },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Scripts of pages are built: their minified code is nested too deeply to parse.
    exclude: { path: '(^|/)(node_modules|dist)/|/templates/[^/]+[.]js$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};
