import { Button, Popover } from 'antd';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import './paste.css';

interface PastePopoverProps {
  id?: string | undefined;
  title: string;
  /** The look of the button that opens it. */
  button: ReactNode;
  /** A plain word beside an input, or a button as wide as an input. */
  plain?: boolean;
  disabled?: boolean | undefined;
  className?: string | undefined;
  /** The box. */
  children: ReactNode;
}

/** A button that opens a paste box; Escape or a click elsewhere shuts it. */
export function PastePopover({ id, title, button, plain, disabled, className, children }: PastePopoverProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      // In the dark a shadow alone does not part it from what is under it.
      classNames={{ container: 'desk-paste-frame' }}
      title={title}
      content={
        <div
          role="dialog"
          aria-label={title}
          className="desk-paste-over"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // A drawer or a dialog around it stays open.
            event.stopPropagation();
            close();
          }}
        >
          {/* What reads a paste is not needed to show a page: it loads with the first box. */}
          <Suspense fallback={<span className="desk-paste-rest" />}>{children}</Suspense>
        </div>
      }
    >
      <Button
        ref={opener}
        id={id}
        type={plain ? 'link' : 'default'}
        size={plain ? 'small' : 'middle'}
        block={!plain}
        disabled={disabled ?? false}
        {...(className === undefined ? {} : { className })}
        aria-haspopup="dialog"
        aria-expanded={open}
      >
        {button}
      </Button>
    </Popover>
  );
}
