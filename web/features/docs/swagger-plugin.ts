import { strings } from '../../i18n/strings.ts';
import { type ApiDocument, isStream, operationAt } from './api-document.ts';
import { warningOf } from './consequence.ts';

type Props = Record<string, unknown>;
type Component = (props: Props) => unknown;
type Wrap = (original: Component, system: { React: { createElement: (...args: unknown[]) => unknown } }) => Component;
type SentRequest = { setIn: (path: string[], value: string) => unknown };

type SpecSystem = { specActions: { updateJsonSpec: (document: unknown) => unknown } };

const words = strings.docs;
const hidden = () => () => null;

/** Gives a control its accessible name, which Swagger UI leaves out. */
const named =
  (name: (props: Props) => unknown): Wrap =>
  (original, { React }) =>
  (props) =>
    React.createElement(
      'label',
      null,
      React.createElement('span', { className: 'visually-hidden' }, name(props)),
      React.createElement(original, props),
    );

/** Code that scrolls has to be reachable by keyboard; colours are left to the theme of the page. */
const plainCode: Wrap =
  (_original, { React }) =>
  ({ children }) =>
    React.createElement(
      'pre',
      { tabIndex: 0, className: 'microlight', role: 'group', 'aria-label': words.code },
      children,
    );

/** A path would be a link within the button that opens its operation. */
const withoutLink: Wrap =
  (original, { React }) =>
  (props) =>
    React.createElement(original, { ...props, enabled: false });

const namedClose: Wrap =
  (original, { React }) =>
  (props) =>
    React.createElement(
      'span',
      null,
      React.createElement('span', { className: 'visually-hidden' }, words.close),
      React.createElement(original, props),
    );

/** The name of a button is what it shows; Swagger UI names some otherwise, which speech control does not find. */
const namedByText: Wrap =
  (original, { React }) =>
  ({ 'aria-label': label, ...props }) =>
    React.createElement(original, { ...props, ...(typeof props['children'] !== 'string' && { 'aria-label': label }) });

/** The command shows a placeholder instead of the token, so that it can be shared. */
const withoutToken: Wrap =
  (original, { React }) =>
  ({ request, ...props }) =>
    React.createElement(original, {
      ...props,
      request: (request as SentRequest).setIn(['headers', 'Authorization'], 'Bearer BRIDGE_TOKEN'),
    });

/** Stops the click before Swagger UI sees it: an action of its own that was stopped leaves the form disabled. */
const askingFirst =
  (document: ApiDocument): Wrap =>
  (original, { React }) =>
  (props) => {
    const { path, method } = props as { path: string; method: string };
    const warning = warningOf(operationAt(document, path, method) ?? {}, method);
    const onClickCapture = (event: Event) => {
      if (warning !== '' && !confirm(warning)) event.stopPropagation();
    };
    return React.createElement(
      'div',
      { className: 'api-question', onClickCapture },
      React.createElement(original, props),
    );
  };

/** What Swagger UI lacks: names for its controls, and the question before a request that changes something. */
export function swaggerPlugin(document: ApiDocument, { asksForToken }: { asksForToken: boolean }) {
  return () => ({
    wrapComponents: {
      JsonSchema_string: named(({ description }) => description ?? words.value),
      JsonSchema_boolean: named(({ description }) => description ?? words.value),
      TextArea: named(() => words.body),
      ExamplesSelect: named(() => words.example),
      SyntaxHighlighter: plainCode,
      DeepLink: withoutLink,
      CloseIcon: namedClose,
      Button: namedByText,
      curl: withoutToken,
      execute: askingFirst(document),
      // There is one server, the one that answered this page.
      ServersContainer: hidden,
      ...(!asksForToken && { authorizeBtn: hidden, authorizeOperationBtn: hidden }),
    },
    statePlugins: {
      spec: {
        wrapActions: {
          // Swagger UI reads JSON as YAML, which takes seconds for a document of this size.
          parseToJson:
            (_original: unknown, { specActions }: SpecSystem) =>
            (text: string) =>
              specActions.updateJsonSpec(JSON.parse(text)),
        },
        wrapSelectors: {
          allowTryItOutFor: () => (_state: unknown, path: string, method: string) =>
            !isStream(operationAt(document, path, method) ?? {}),
        },
      },
    },
  });
}
