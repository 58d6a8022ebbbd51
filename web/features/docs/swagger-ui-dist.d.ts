declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Renders into `domNode`; options as in the documentation of Swagger UI. */
  export default function SwaggerUI(options: { domNode: HTMLElement } & Record<string, unknown>): unknown;
}
