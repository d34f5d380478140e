/**
 * A plugin of Swagger UI, which does not show `x-codeSamples` itself: the samples of an operation, above its responses. The chosen
 * language applies to every operation that the reader opens afterwards.
 */
export const snippets = `
let language = 0;

const CodeSamplesPlugin = () => ({
  wrapComponents: {
    responses: (Responses, { React }) => (props) =>
      React.createElement(
        React.Fragment,
        null,
        React.createElement(CodeSamples, { React, ...props }),
        React.createElement(Responses, props),
      ),
  },
});

function CodeSamples({ React, specSelectors, path, method, getComponent }) {
  const [chosen, choose] = React.useState(language);
  const samples = specSelectors.specJson().getIn(['paths', path, method, 'x-codeSamples'])?.toJS();
  if (!samples) return null;
  const draw = React.createElement;
  const tab = ({ label }, position) => {
    const onClick = () => choose((language = position));
    const pressed = { 'aria-pressed': position === chosen };
    return draw('button', { key: label, type: 'button', className: 'btn', onClick, ...pressed }, label);
  };
  const HighlightCode = getComponent('HighlightCode', true);
  const { lang, source } = samples[chosen];
  return draw(
    'div',
    { className: 'code-samples' },
    draw('div', { className: 'opblock-section-header' }, draw('h4', null, 'Code samples')),
    draw('div', { className: 'code-samples-languages', role: 'group', 'aria-label': 'Language' }, samples.map(tab)),
    draw(HighlightCode, { language: lang === 'Shell' ? 'bash' : 'text', canCopy: true }, source),
  );
}
`.trimStart();

/**
 * The style of the samples, with the colours of Swagger UI. Long lines scroll, because a broken line cannot be read as code. The
 * dark colours of Swagger UI leave out the headers of responses. It sets the padding of code in the element, hence "!important".
 */
export const snippetsStyle = `
.code-samples-languages { display: flex; flex-wrap: wrap; gap: 8px; padding: 16px 20px 0; }
.swagger-ui .code-samples-languages .btn { box-shadow: none; padding: 5px 14px; transition: none; }
.swagger-ui .code-samples-languages .btn[aria-pressed='true'] { background: #3b4151; border-color: #3b4151; color: #fff; }
.dark-mode .swagger-ui .code-samples-languages .btn { border-color: #b7bcbf; color: #e4e6e6; }
.dark-mode .swagger-ui .code-samples-languages .btn[aria-pressed='true'] { background: #e4e6e6; border-color: #e4e6e6; color: #1c2022; }
.dark-mode .swagger-ui .headers td { color: #e4e6e6; }
.swagger-ui .code-samples .highlight-code { margin: 12px 20px 20px; }
.swagger-ui .code-samples .highlight-code > .microlight { max-height: none; overflow: auto; padding-bottom: 54px !important; }
.swagger-ui .code-samples .highlight-code > .microlight code { white-space: pre !important; word-break: normal; }
.swagger-ui .code-samples .copy-to-clipboard { bottom: 16px; right: 10px; }
`.trimStart();
