/** Names the page in the browser's tab for as long as it is drawn. */
export const DocumentTitle = ({ title }: { title: string }) => (
  <span
    key={title}
    hidden
    ref={() => {
      document.title = title
    }}
  />
)
