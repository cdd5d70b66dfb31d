<?php
/**
 * Shows battles of Hex Umpire in DokuWiki as live boards.
 *
 *     {{battle>LINK|caption|picture}}
 *
 * LINK is an embed link or a link of a battle, or its part from the # on. The frame is always one of the site that the
 * plugin's setting names, whatever site LINK names. script.js puts it there; the caption names it. Readers without
 * scripts see the picture, an image of the wiki, or a link. {{battle|LINK|caption|picture}} is understood as well.
 */
class syntax_plugin_hexumpire extends \dokuwiki\Extension\SyntaxPlugin
{
    /** What may stand in the address of a frame before its #: see docs/embedding.md. */
    const WISHES = '/^(lang=[a-z-]{2,10}|theme=(light|dark)|lesson=[a-z]{2,20}|rules=https%3A[\w%.~-]+|readonly)$/i';

    public function getType()
    {
        return 'substition';
    }

    public function getPType()
    {
        return 'block';
    }

    public function getSort()
    {
        return 315; // before the images of the wiki, which begin alike
    }

    public function connectTo($mode)
    {
        $this->Lexer->addSpecialPattern('\{\{\s*battle[>|][^\n]+?\}\}', $mode, 'plugin_hexumpire');
    }

    /** The parts of what was written: what goes before the # of the frame's address and behind it, caption, picture. */
    public function handle($match, $state, $pos, Doku_Handler $handler)
    {
        $inner = preg_replace('/^\{\{\s*battle[>|]/', '', substr($match, 0, -2));
        [$link, $caption, $picture] = array_map('trim', explode('|', $inner, 3)) + ['', '', ''];
        if (!preg_match('/^([^?#]*)(?:\?([^#]*))?#(\d{1,4}\.[\w.-]+)$/', $link, $found)) {
            return ['', '', $caption ?: $link, ''];
        }
        $wishes = preg_grep(self::WISHES, explode('&', $found[2]));
        return [implode('&', $wishes), $found[3], $caption ?: 'Hex Umpire', $picture];
    }

    public function render($mode, Doku_Renderer $renderer, $data)
    {
        [$wishes, $link, $caption, $picture] = $data;
        if ($picture !== '' && $mode === 'metadata') {
            $renderer->internalmedia($picture, $caption); // so that the wiki knows where its picture is used
        }
        if ($mode !== 'xhtml') {
            if ($mode !== 'metadata') {
                $renderer->cdata($caption);
            }
            return true;
        }
        if ($link === '') {
            $renderer->doc .= '<p>' . hsc($caption) . '</p>';
            return true;
        }
        $site = $this->getConf('site');
        $address = hsc($site . 'embed.html' . ($wishes === '' ? '' : "?$wishes") . '#' . $link);
        $renderer->doc .= '<div class="hex-umpire-battle" data-title="' . hsc($caption) . '" data-frame="' . $address . '">';
        if ($picture === '') {
            $renderer->doc .= '<a href="' . $address . '">' . hsc($caption) . '</a>';
        } else {
            $renderer->internalmedia($picture, $caption);
        }
        $renderer->doc .= '</div>';
        return true;
    }
}
